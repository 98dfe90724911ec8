import { routes } from '../../../client/routes/routes.ts';
import { does, writes } from '../../app/command.ts';
import { addedListView } from '../../output/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { listIdOf } from '../../shared/lookup/list.ts';

const declare = () =>
  writes('add-list', {
    summary: 'Add every contact of a list to a campaign',
    uses: [routes.campaigns.addContactGroup, routes.campaigns.list, routes.lists.list],
    view: addedListView,
    output: 'how many were added, reactivated, already in it, and skipped',
    exits: ['notFound'],
    completes: { campaign: 'campaigns', list: 'lists' },
    irreversible: true,
    examples: [
      ['reach campaign add-list "Q3 launch" "ICP DACH"', 'by name'],
      ['reach campaign add-list 12 3 --json', 'by id'],
    ],
  })
    .argument('<campaign>', 'id or name of the campaign')
    .argument('<list>', 'name or id of the list');

export const addListCommand = does(declare, async (session, text, list, { dryRun }) => {
  const campaignId = await campaignIdOf(session, text);
  const contactGroupId = await listIdOf(session, list, 'CONTACT');
  const body = { campaignId, contactGroupId };
  if (dryRun) return await printDryRun(session, planned(routes.campaigns.addContactGroup, { body }));
  await session.print.record(addedListView, await (await session.api()).campaigns.addContactGroup({ body }));
});
