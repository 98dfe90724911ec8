// reach campaign list, show, owners and voices: what is there.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { graphOf } from '../../output/graph/model.ts';
import { treeText } from '../../output/graph/tree.ts';
import { campaignView, ownerView, voiceView } from '../../output/views/campaigns.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { printCampaign } from './view.ts';

interface ListFlags extends LimitOptions {
  readonly status?: CampaignStatus;
}

export function listCommand(deps: Deps) {
  const command = leaf('list', {
    summary: 'The campaigns of the workspace, oldest first',
    uses: [routes.campaigns.list],
    output: 'one row a campaign: id, name, status, number of steps',
    examples: [
      ['reach campaign list', 'the first 100'],
      ['reach campaign list --status DRAFT -o id', 'the drafts'],
    ],
  }).addOption(new Option('--status <status>', 'only these').choices([...CAMPAIGN_STATUSES]));
  return doesUntyped(deps, withLimit(command), async (session, flags: ListFlags) => {
    const { call } = await session.client({ sustained: limitOf(flags) === null });
    const query = flags.status === undefined ? {} : { status: flags.status };
    await printListing(session, campaignView, flags, (options) =>
      listPages(call, 'campaigns', 'list', { query }, options),
    );
  });
}

async function show(session: Session, text: string): Promise<void> {
  const campaign = await findCampaign(session, text);
  await printCampaign(session, campaign);
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null || !session.io.stdout.isTTY) return;
  const tree = await treeText(graphOf(campaign), session.print.paint.stdout, session.io.stdout.columns);
  await session.print.text(`\n${tree}`);
}

export function showCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: 'Show one campaign',
      uses: [routes.campaigns.get, routes.campaigns.list],
      output: 'the campaign; at a terminal with its steps as a tree; JSON has the steps with their ids',
      exits: ['notFound'],
      examples: [
        ['reach campaign show "Q3 launch"', 'by name'],
        ['reach campaign show 12 --json --fields id,status,steps', 'by id, for a script'],
      ],
    }).argument('<campaign>', 'id or name of the campaign'),
    show,
  );
}

export function ownersCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('owners', {
      summary: 'Who can own the tasks of a campaign',
      description: 'Where there are owners, every task step needs one as its ownerId.',
      uses: [routes.tasks.owners],
      output: 'one row an owner; none when tasks need no owner',
      examples: [
        ['reach campaign owners', 'all of them'],
        ['reach campaign owners --json', 'for a script'],
      ],
    }),
    async (session) => {
      await session.print.list(ownerView, (await (await session.api()).tasks.owners()).owners);
    },
  );
}

export function voicesCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('voices', {
      summary: 'Voices for voice messages',
      description: 'Use the id as voiceId of a network_voice_message step.',
      uses: [routes.voices.list],
      output: 'one row a voice: the service’s own, and those of identities',
      examples: [
        ['reach campaign voices', 'all of them'],
        ['reach campaign voices --fields id,name,language', 'fewer columns'],
      ],
    }),
    async (session) => {
      await session.print.list(voiceView, (await (await session.api()).voices.list()).voices);
    },
  );
}
