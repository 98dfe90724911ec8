import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { noteUnnamed } from '../../shared/answer/created.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { printCampaign } from './view.ts';

const declare = () =>
  writes('clone', {
    summary: 'Clone a campaign into a new draft, without its contacts',
    uses: [routes.campaigns.clone, routes.campaigns.list],
    view: campaignView,
    output: 'the new campaign',
    exits: ['notFound'],
    completes: { campaign: 'campaigns' },
    examples: [
      ['reach campaign clone 12', 'named after the original'],
      ['reach campaign clone "Q3 launch" --name "Q4 launch" -o id', 'prints the id'],
    ],
  })
    .argument('<campaign>', 'id or name of the campaign')
    .option('--name <name>', 'name of the clone');

export const cloneCommand = does(declare, async (session, text, { name, dryRun }) => {
  const campaignId = await campaignIdOf(session, text);
  const request = { params: { campaignId }, body: name === undefined ? {} : { name } };
  if (dryRun) return await printDryRun(session, planned(routes.campaigns.clone, request));
  const campaign = await (await session.api()).campaigns.clone(request);
  await printCampaign(session, campaign);
  await noteUnnamed(session, campaign, 'reach campaign list');
});
