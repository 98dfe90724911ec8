import { routes } from '../../../contract/routes/routes.ts';
import { graphOf } from '../../../presentation/graph/model.ts';
import { does, reads } from '../../session/command.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../shared/web/with-web.ts';
import { treeText } from '../../terminal/graph/tree.ts';
import { printCampaign } from './view.ts';

const declare = () =>
  withWeb(
    reads('show', {
      summary: 'Show one campaign',
      uses: [routes.campaigns.get, routes.campaigns.list],
      view: campaignView,
      output: 'the campaign; on a terminal with its steps as a tree; JSON has the steps with their ids',
      exits: ['notFound'],
      completes: { campaign: 'campaigns' },
      examples: [
        ['reach campaign show "Q3 launch"', 'by name'],
        ['reach campaign show 12 --json --fields id,status,steps', 'by id, for a script'],
      ],
      optionsNotForAgents: PERSON_ONLY,
    }),
  ).argument('<campaign>', 'id or name of the campaign');

export const showCommand = does(declare, async (session, text, { web }) => {
  const campaign = await findCampaign(session, text);
  if (web) return await openInWeb(session, 'campaign', text, campaign);
  await printCampaign(session, campaign);
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null || !session.io.stdout.isTTY) return;
  const tree = await treeText(graphOf(campaign), session.print.paint.stdout, session.io.stdout.columns);
  await session.print.text(`\n${tree}`);
});
