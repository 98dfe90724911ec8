// reach local key revoke.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { idOf } from '../../../shared/lookup/ids.ts';
import { keyView } from '../../../shared/views/local.ts';

export const revokeCommand = does(
  () =>
    writes('revoke', {
      summary: 'Revoke a key',
      uses: [routes.local.revokeKey],
      view: keyView,
      output: 'when it was revoked',
      exits: ['notFound'],
      irreversible: true,
      examples: [
        ['reach local key revoke 3', 'its next request fails with 401'],
        ['reach local key revoke 3 --dry-run', 'what would change; nothing is sent'],
      ],
    }).argument('<id>', 'id of the key'),
  async (session, id, { dryRun }) => {
    const request = { params: { keyId: String(idOf(id, 'key')) } };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.revokeKey, request));
    await session.print.record(keyView, await (await session.api()).local.revokeKey(request));
  },
);
