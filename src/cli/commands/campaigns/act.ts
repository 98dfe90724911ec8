// reach campaign clone, status, add-contact and add-list: what is done with a campaign that is there.

import { routes } from '../../../client/routes/routes.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { addedContactView, addedListView } from '../../output/views/campaigns.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { findList } from '../../shared/lookup/list.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { printCampaign } from './view.ts';

interface CloneFlags {
  readonly name?: string;
  readonly dryRun?: boolean;
}

async function clone(session: Session, text: string, flags: CloneFlags): Promise<void> {
  const campaignId = await campaignIdOf(session, text);
  const body = flags.name === undefined ? {} : { name: flags.name };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', `/v1/campaign/${campaignId}/clone`, body);
  await printCampaign(session, await (await session.api()).campaigns.clone({ params: { campaignId }, body }));
}

export function cloneCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('clone', {
      summary: 'Clone a campaign into a new draft, without its contacts',
      uses: [routes.campaigns.clone, routes.campaigns.list],
      output: 'the new campaign',
      exits: ['notFound'],
      examples: [
        ['reach campaign clone 12', 'named after the original'],
        ['reach campaign clone "Q3 launch" --name "Q4 launch" -o id', 'prints the id'],
      ],
    })
      .argument('<campaign>', 'id or name of the campaign')
      .option('--name <name>', 'name of the clone')
      .option('--dry-run', 'print what would be sent, send nothing'),
    clone,
  );
}

interface StatusFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

function statusOf(text: string): CampaignStatus {
  const status = CAMPAIGN_STATUSES.find((known) => known === text.toUpperCase());
  if (status === undefined) throw new UsageError(`${text} is no status`, { hint: CAMPAIGN_STATUSES.join(', ') });
  return status;
}

async function setStatus(session: Session, text: string, word: string, flags: StatusFlags): Promise<void> {
  const status = statusOf(word);
  const campaignId = await campaignIdOf(session, text);
  if (flags.dryRun === true) {
    return await printDryRun(session, 'POST', `/v1/campaign/${campaignId}/status`, { status });
  }
  if (status === 'ACTIVE' && flags.yes !== true) {
    const question = `Start campaign ${campaignId}? It writes to the contacts that are in it`;
    if (!(await session.prompt.confirm(question, '--yes'))) return await session.print.note('nothing changed');
  }
  const api = await session.api();
  await printCampaign(session, await api.campaigns.setStatus({ params: { campaignId }, body: { status } }));
}

export function statusCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('status', {
      summary: 'Start, pause, resume or complete a campaign',
      description:
        'DRAFT → ACTIVE ⇄ PAUSED, both → COMPLETED. Starting asks first: messages that are sent cannot be taken back.',
      uses: [routes.campaigns.setStatus, routes.campaigns.list],
      output: 'the campaign after the change',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach campaign status 12 active', 'start; asks first'],
        ['reach campaign status "Q3 launch" paused', 'by name'],
      ],
    })
      .argument('<campaign>', 'id or name of the campaign')
      .argument('<status>', CAMPAIGN_STATUSES.join(', '))
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'print what would be sent, send nothing'),
    setStatus,
  );
}

interface AddFlags {
  readonly dryRun?: boolean;
}

async function addContact(session: Session, text: string, contacts: string, flags: AddFlags): Promise<void> {
  const ids = await idsOf(session.io, contacts, 'contact');
  const campaignId = await campaignIdOf(session, text);
  const bodies = ids.map((contactId) => ({ campaignId, contactId }));
  if (flags.dryRun === true) {
    return await printDryRun(
      session,
      'POST',
      routes.campaigns.addContact.path,
      bodies.length === 1 ? bodies[0] : bodies,
    );
  }
  const { api } = await session.client({ sustained: bodies.length > 1 });
  await session.print.list(
    addedContactView,
    (async function* () {
      for (const body of bodies) yield await api.campaigns.addContact({ body });
    })(),
  );
}

export function addContactCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('add-contact', {
      summary: 'Add contacts to a campaign',
      uses: [routes.campaigns.addContact, routes.campaigns.list],
      output: 'one row a contact: ADDED, REACTIVATED, ALREADY_PRESENT, or SKIPPED with the reason',
      exits: ['notFound'],
      examples: [
        ['reach campaign add-contact 12 4711', 'one'],
        [
          'reach contacts search --include jobTitle=CTO -o id | reach campaign add-contact "Q3 launch" -',
          'from a search',
        ],
      ],
    })
      .argument('<campaign>', 'id or name of the campaign')
      .argument('<contacts>', 'contact ids, separated by commas (- = standard input)')
      .option('--dry-run', 'print what would be sent, send nothing'),
    addContact,
  );
}

async function addList(session: Session, text: string, list: string, flags: AddFlags): Promise<void> {
  const campaignId = await campaignIdOf(session, text);
  // A dry run sends nothing: an id is taken as it is, only a name has to be looked up.
  const isId = flags.dryRun === true && /^[1-9][0-9]{0,15}$/.test(list);
  const contactGroupId = isId ? Number(list) : (await findList(await session.api(), list, 'CONTACT')).id;
  const body = { campaignId, contactGroupId };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.campaigns.addContactGroup.path, body);
  await session.print.record(addedListView, await (await session.api()).campaigns.addContactGroup({ body }));
}

export function addListCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('add-list', {
      summary: 'Add every contact of a list to a campaign',
      uses: [routes.campaigns.addContactGroup, routes.campaigns.list, routes.lists.list],
      output: 'how many were added, reactivated, there already, and skipped',
      exits: ['notFound'],
      examples: [
        ['reach campaign add-list "Q3 launch" "ICP DACH"', 'by name'],
        ['reach campaign add-list 12 3 --json', 'by id'],
      ],
    })
      .argument('<campaign>', 'id or name of the campaign')
      .argument('<list>', 'name or id of the list')
      .option('--dry-run', 'print what would be sent, send nothing'),
    addList,
  );
}
