// reach local campaign: who stands where in a campaign that the local service carries out.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { STANDINGS } from '../../../contract/campaigns/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { standingView } from '../../output/views/local.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit/limit.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';

interface Flags extends LimitOptions {
  readonly standing?: string;
}

async function standings(session: Session, text: string, flags: Flags): Promise<void> {
  const campaignId = await campaignIdOf(session, text);
  const { call } = await session.client();
  const standing = STANDINGS.find((known) => known === flags.standing?.toUpperCase());
  const query = standing === undefined ? {} : { standing };
  await printListing(session, standingView, flags, (options) =>
    listPages(call, 'local', 'campaignContacts', { params: { campaignId }, query }, options),
  );
}

export function campaignCommand(deps: Deps) {
  const command = leaf('campaign', {
    summary: 'Who stands where in a campaign that is carried out here',
    description: 'What was done last, what comes next and when; of those that failed or were stopped, why.',
    uses: [routes.local.campaignContacts],
    output: 'one row a contact',
    exits: ['notFound'],
    examples: [
      ['reach local campaign "Q3 launch"', 'everybody'],
      ['reach local campaign 12 --standing failed --all -o csv', 'who failed, and why'],
    ],
  })
    .argument('<campaign>', 'id or name of the campaign')
    .addOption(new Option('--standing <standing>', 'only these').choices(STANDINGS.map((word) => word.toLowerCase())));
  return doesUntyped(deps, withLimit(command), standings);
}
