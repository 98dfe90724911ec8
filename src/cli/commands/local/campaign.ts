// reach local campaign: contacts of a campaign and their progress.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { ENROLMENT_STATUSES } from '../../../contract/campaigns/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { enrolmentView } from '../../output/views/local.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit/limit.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';

interface Flags extends LimitOptions {
  readonly status?: string;
}

async function listEnrolments(session: Session, text: string, flags: Flags): Promise<void> {
  const campaignId = await campaignIdOf(session, text);
  const { call } = await session.client();
  const status = ENROLMENT_STATUSES.find((known) => known === flags.status?.toUpperCase());
  const query = status === undefined ? {} : { status };
  await printListing(session, enrolmentView, flags, (options) =>
    listPages(call, 'local', 'campaignContacts', { params: { campaignId }, query }, options),
  );
}

export function campaignCommand(deps: Deps) {
  const command = leaf('campaign', {
    summary: 'Contacts of a campaign and their progress',
    description:
      'The last step, the next step and when it is due; for contacts that failed or were stopped, the reason.',
    uses: [routes.local.campaignContacts],
    output: 'one row per contact',
    exits: ['notFound'],
    examples: [
      ['reach local campaign "Q3 launch"', 'all contacts'],
      ['reach local campaign 12 --status failed --all -o csv', 'contacts that failed, with the reason'],
    ],
  })
    .argument('<campaign>', 'id or name of the campaign')
    .addOption(
      new Option('--status <status>', 'only contacts with this status').choices(
        ENROLMENT_STATUSES.map((word) => word.toLowerCase()),
      ),
    );
  return doesUntyped(deps, withLimit(command), listEnrolments);
}
