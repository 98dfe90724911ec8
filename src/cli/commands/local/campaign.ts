// reach local campaign: contacts of a campaign and their progress.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { printEnrolments, withEnrolmentStatus } from '../../shared/enrolments.ts';
import { withLimit } from '../../shared/limit/limit.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { enrolmentView } from '../../shared/views/local.ts';

export const campaignCommand = does(
  () =>
    withEnrolmentStatus(
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
        }).argument('<campaign>', 'id or name of the campaign'),
      ),
    ),
  async (session, word, { status, ...limits }) =>
    await printEnrolments(session, await campaignIdOf(session, word), status, limits),
);
