import { routes } from '../../../contract/routes/routes.ts';
import { does, withYes, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { approveEnrolment, listText } from '../../shared/messaging.ts';
import { addedListView } from '../../shared/views/campaigns.ts';

const declare = () =>
  withYes(
    writes('add-list', {
      summary: 'Add every contact of a list to a campaign',
      description: 'Asks first if the campaign is ACTIVE: it messages them, and messages cannot be unsent.',
      uses: [routes.campaigns.addContactGroup, routes.campaigns.list, routes.campaigns.get, routes.lists.list],
      view: addedListView,
      output: 'how many were added, reactivated, already in it, and skipped',
      exits: ['notFound'],
      completes: { campaign: 'campaigns', list: 'lists' },
      irreversible: true,
      examples: [
        ['reach campaign add-list "Q3 launch" "ICP DACH"', 'by name'],
        ['reach campaign add-list 12 3 --json', 'by id'],
      ],
    }),
  )
    .argument('<campaign>', 'id or name of the campaign')
    .argument('<list>', 'name or id of the list');

export const addListCommand = does(declare, async (session, text, list, { yes, dryRun }) => {
  const campaignId = await campaignIdOf(session, text);
  const contactGroupId = await listIdOf(session, list, 'CONTACT');
  const body = { campaignId, contactGroupId };
  if (dryRun) return await printDryRun(session, planned(routes.campaigns.addContactGroup, { body }));
  if (!yes) await approveEnrolment(session, campaignId, () => listText(session, contactGroupId));
  await session.print.record(addedListView, await (await session.api()).campaigns.addContactGroup({ body }));
});
