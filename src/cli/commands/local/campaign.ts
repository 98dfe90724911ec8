// reach local campaign: contacts of a campaign and their progress.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { ENROLMENT_STATUSES } from '../../../contract/campaigns/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { enrolmentView } from '../../shared/views/local.ts';

export const campaignCommand = does(
  () =>
    withLimit(
      reads('campaign', {
        summary: 'Contacts of a campaign and their progress',
        description:
          'The last step, the next step and when it is due; for contacts that failed or were stopped, the reason.',
        uses: [routes.local.campaignContacts],
        view: enrolmentView,
        output: 'one row per contact',
        exits: ['notFound'],
        examples: [
          ['reach local campaign "Q3 launch"', 'all contacts'],
          ['reach local campaign 12 --status failed --all -o csv', 'contacts that failed, with the reason'],
        ],
        completes: { campaign: 'campaigns' },
      })
        .argument('<campaign>', 'id or name of the campaign')
        .addOption(
          new Option('--status <status>', 'only contacts with this status').choices(
            ENROLMENT_STATUSES.map((word) => word.toLowerCase()),
          ),
        ),
    ),
  async (session, word, { status: wanted, ...limits }) => {
    const campaignId = await campaignIdOf(session, word);
    const { call } = await session.client();
    const status = ENROLMENT_STATUSES.find((known) => known === wanted?.toUpperCase());
    const query = status === undefined ? {} : { status };
    await printListing(session, enrolmentView, limits, (paging) =>
      listPages(call, 'local', 'campaignContacts', { params: { campaignId }, query }, paging),
    );
  },
);
