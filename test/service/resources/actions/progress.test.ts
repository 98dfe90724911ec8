// A run that is given up (the engine's last attempt failed): what is left of it is cancelled, and it ends.

import { expect, test } from 'vitest';
import type { Context } from '../../../../src/service/core/context.ts';
import { linksTo } from '../../../../src/service/core/principals.ts';
import { openStore } from '../../../../src/service/db/connection.ts';
import { giveUpRun } from '../../../../src/service/resources/actions/jobs.ts';
import { insertActionRun, updateActionRun } from '../../../../src/service/resources/actions/queries/runs.ts';
import { getStatus, NO_TALLY } from '../../../../src/service/resources/actions/status.ts';

const WHO = { workspaceId: 1, userId: 1, role: 'ADMIN', keyId: 1, keyName: 'k', scopes: ['ALL'] } as const;

test.each([
  [
    'half done',
    4,
    { COMPLETED: 3, PENDING: 1 },
    { overallStatus: 'PARTIAL', statusCounts: { COMPLETED: 3, CANCELLED: 1 } },
  ],
  ['not begun', 4, { PENDING: 4 }, { overallStatus: 'CANCELLED', statusCounts: { CANCELLED: 4 } }],
  ['an import before its first page', null, {}, { overallStatus: 'CANCELLED', statusCounts: { CANCELLED: 1 } }],
])('%s', async (_, records, statusCounts, wanted) => {
  const store = await openStore(':memory:', Number(process.versions.node.split('.')[0]));
  await store.write(async (tx) => {
    await tx.run("insert into workspaces (name, created_at) values ('w', 0)");
    const context: Context = { tx, principal: WHO, now: 5000, ...linksTo() };
    const run = {
      entity: 'CONTACT',
      actions: [{ type: 'VERIFY_LEAD_EMAIL' }],
      importSource: null,
      createdAt: 0,
    } as const;
    const id = await insertActionRun(tx, 1, { ...run, tally: [NO_TALLY] });
    const tally = [{ ...NO_TALLY, statusCounts }];
    await updateActionRun(tx, { ...run, id, records, position: 0, tally, imported: 0, finishedAt: null });
    await giveUpRun(context, id);
    const ended = { progress: 100, finishedAt: '1970-01-01T00:00:05.000Z', ...wanted };
    expect(await getStatus(context, id)).toMatchObject(ended);
    // A second time changes nothing: it has ended.
    await giveUpRun({ ...context, now: 9000 }, id);
    expect(await getStatus(context, id)).toMatchObject(ended);
  });
  await store.close();
});
