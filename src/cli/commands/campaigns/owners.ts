import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { liveOrSeen } from '../../shared/lookup/seen-records.ts';
import { ownerView } from '../../shared/views/campaigns.ts';

const declare = () =>
  reads('owners', {
    summary: 'Who can own the tasks of a campaign',
    description: 'If there are owners, every task step needs one as its ownerId.',
    uses: [routes.tasks.owners],
    view: ownerView,
    output: 'one row per owner; none when tasks need no owner',
    examples: [
      ['reach campaign owners', 'all of them'],
      ['reach campaign owners --json', 'for a script'],
    ],
  });

export const ownersCommand = does(declare, async (session) => {
  const { print } = session;
  const api = await session.api();
  await print.list(ownerView, await liveOrSeen(session, 'owners', async () => (await api.tasks.owners()).owners));
});
