import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { CAMPAIGN_STATUSES } from '../../../contract/campaigns/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { openWords } from '../../session/open-words.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { campaignView } from '../../shared/views/campaigns.ts';

const declare = () =>
  withLimit(
    reads('list', {
      summary: 'The campaigns of the workspace, oldest first',
      uses: [routes.campaigns.list],
      view: campaignView,
      output: 'one row per campaign: id, name, status, number of steps',
      examples: [
        ['reach campaign list', 'the first 100'],
        ['reach campaign list --status DRAFT -o id', 'the drafts'],
      ],
    }).addOption(openWords(new Option('--status <status>', 'only with this status').choices(CAMPAIGN_STATUSES))),
  );

export const listCommand = does(declare, async (session, options) => {
  const { call } = await session.client();
  const query = options.status === undefined ? {} : { status: options.status };
  await printListing(session, campaignView, options, (most) => listPages(call, 'campaigns', 'list', { query }, most));
});
