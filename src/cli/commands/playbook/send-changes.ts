// A planned update on its way: shown, confirmed, held against what others did meanwhile, sent.

import { ApiError } from '../../../client/errors.ts';
import type { PlaybookUpdate, UpdatedPlaybook } from '../../../contract/playbook/endpoints.ts';
import { PLAYBOOK_SECTIONS } from '../../../contract/playbook/sections.ts';
import type { Api } from '../../../contract/table.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import { checkUpdate } from '../../../rules/playbook/check.ts';
import { contentOf, keptOf, type PlaybookContent } from '../../../rules/playbook/content.ts';
import { differences } from '../../../rules/playbook/differences.ts';
import type { PlaybookConflict } from '../../../rules/playbook/merge.ts';
import { type Leftover, type PlannedUpdate, planUpdate, type UpdateBody } from '../../../rules/playbook/plan-update.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { harmless, type View, valueAt } from '../../output/formats/cells.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { changesText } from './changes.ts';

const PLAYBOOK_PATH = '/v1/ai-playbook';

export interface CarryFlags {
  readonly prune?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export interface Intent {
  /** What is wanted of the playbook as it is now. */
  wantedOf(live: KeptPlaybook): { readonly content: PlaybookContent; readonly conflicts: readonly PlaybookConflict[] };
  /** Whether items that are missing are asked about. */
  readonly asksToPrune: boolean;
}

export type Carried =
  | { readonly is: 'nothing' }
  | { readonly is: 'declined' }
  | { readonly is: 'dry' }
  | { readonly is: 'sent'; readonly changes: readonly UpdatedPlaybook['changes'][] };

/** The playbook as it is now. Throws ApiError `not_found` for a workspace that is gone. */
export async function livePlaybook(api: Api): Promise<KeptPlaybook> {
  return keptOf(await api.playbook.get());
}

/** What an update cannot do, and, in one line a section, what nobody removes. */
export async function tellLeftovers({ print }: Session, { leftovers }: PlannedUpdate): Promise<void> {
  const isKept = ({ why }: Leftover) => why === 'kept';
  for (const section of PLAYBOOK_SECTIONS) {
    const kept = leftovers.filter((one) => one.section === section && isKept(one));
    const [first] = kept;
    if (first === undefined) continue;
    const names = kept.map(({ item }) => `"${item}"`).join(', ');
    const [are, them] =
      kept.length === 1 ? ['is not in the text and stays', 'it'] : ['are not in the text and stay', 'them'];
    await print.warn(harmless(`${section}: ${names} ${are} (--prune removes ${them})`));
  }
  for (const { message } of leftovers.filter((one) => !isKept(one))) await print.warn(harmless(message));
}

const namesOf = ({ section, item, field }: PlaybookConflict) =>
  [section, item === '' ? '' : `"${item}"`, field].filter((part) => part !== '').join(' ');

/** Both sides changed the same: what is going to be written is ours. */
async function tellConflicts({ print }: Session, conflicts: readonly PlaybookConflict[]): Promise<void> {
  for (const conflict of conflicts) {
    await print.warn(harmless(`${namesOf(conflict)} was changed by somebody else, too: sending writes over it`));
  }
}

/** Asks whether items that are missing may go; only where somebody can answer. */
async function mayPrune(session: Session, { leftovers }: PlannedUpdate, flags: CarryFlags): Promise<boolean> {
  const kept = leftovers.filter(({ why }) => why === 'kept');
  if (kept.length === 0 || flags.prune === true || flags.yes === true || !session.prompt.possible) return false;
  const names = kept.map(({ section, item }) => `${section} "${item}"`).join(', ');
  const count = kept.length === 1 ? 'an item is' : `${kept.length} items are`;
  return await session.prompt.confirm(harmless(`${count} not in the text any more: ${names}. Remove?`), '--prune');
}

async function isConfirmed(session: Session, plan: PlannedUpdate, flags: CarryFlags): Promise<boolean> {
  const { print } = session;
  await print.note(changesText(plan.changes, print.paint.stderr).trimEnd());
  await tellLeftovers(session, plan);
  const count = plan.requests.length;
  if (count > 1) await print.note(`more than fits in one request: ${count} requests, which are not atomic together`);
  return flags.yes === true || (await session.prompt.confirm('Write this to the playbook?', '--yes'));
}

/** What others changed since `before` was read, shown; throws CliError (exit 6) where nobody can look at it. */
async function tellMeanwhile(session: Session, before: KeptPlaybook, now: KeptPlaybook, flags: CarryFlags) {
  const meanwhile = differences(contentOf(before), contentOf(now));
  if (meanwhile.length === 0) return false;
  await session.print.note(
    `changed by somebody else meanwhile:\n${changesText(meanwhile, session.print.paint.stderr)}`,
  );
  if (flags.yes === true || !session.prompt.possible) {
    throw new CliError('conflict', 'conflict', 'the playbook was changed meanwhile; nothing was sent', {
      hint: 'look at it with reach playbook diff, then run the command again',
    });
  }
  return true;
}

const isBody = (body: UpdateBody): body is UpdateBody & PlaybookUpdate => checkUpdate(body).length === 0;

/** A name of the workspace's own in `company` is for the service to judge: the contract's list of names is chosen. */
function bodyOf(body: UpdateBody): PlaybookUpdate {
  const { company, ...sections } = body;
  if (isBody(sections)) return { ...sections, ...(company !== undefined && { company }) };
  throw new Error('a planned update is refused by the rules');
}

/** What the service refused, and the body it refused: its places are those of that body. */
export class RefusedUpdate extends Error {
  override readonly name = 'RefusedUpdate';
  readonly refusal: ApiError;
  readonly body: UpdateBody;

  constructor(refusal: ApiError, body: UpdateBody) {
    super(refusal.message);
    this.refusal = refusal;
    this.body = body;
  }
}

async function sendAll(session: Session, plan: PlannedUpdate): Promise<Carried> {
  const { api } = await session.client({ sustained: plan.requests.length > 1 });
  const answers: UpdatedPlaybook[] = [];
  for (const [index, body] of plan.requests.entries()) {
    try {
      answers.push(await api.playbook.update({ body: bodyOf(body) }));
    } catch (error) {
      const some = `${index} of ${plan.requests.length} requests were written`;
      if (index > 0) await session.print.warn(`${some}; run it again: only what is left is sent`);
      throw error instanceof ApiError && error.status === 400 ? new RefusedUpdate(error, body) : error;
    }
  }
  const last = answers.at(-1);
  const other = last === undefined ? [] : differences(plan.after, contentOf(keptOf(last)));
  if (other.length > 0) {
    const text = changesText(other, session.print.paint.stderr).trimEnd();
    await session.print.warn(`the service has more than was sent, from removed items or somebody else:\n${text}`);
  }
  return { is: 'sent', changes: answers.map(({ changes }) => changes) };
}

/**
 * Shows what would be written, asks, looks once more whether somebody else wrote, and sends. Throws RefusedUpdate for what
 * the service refuses, CliError `conflict` where somebody else wrote meanwhile and nobody can be asked.
 */
export async function carryOut(
  session: Session,
  before: KeptPlaybook,
  intent: Intent,
  flags: CarryFlags,
): Promise<Carried> {
  let live = before;
  let prune = flags.prune === true;
  for (;;) {
    const { content, conflicts } = intent.wantedOf(live);
    let plan = planUpdate(live, content, { prune });
    if (!prune && intent.asksToPrune && flags.dryRun !== true && (await mayPrune(session, plan, flags))) {
      prune = true;
      plan = planUpdate(live, content, { prune });
    }
    if (plan.requests.length === 0) {
      await tellLeftovers(session, plan);
      return { is: 'nothing' };
    }
    if (flags.dryRun === true) {
      await tellLeftovers(session, plan);
      const [first, ...more] = plan.requests;
      await printDryRun(session, 'PUT', PLAYBOOK_PATH, more.length === 0 ? first : plan.requests);
      return { is: 'dry' };
    }
    await tellConflicts(session, conflicts);
    if (!(await isConfirmed(session, plan, flags))) return { is: 'declined' };
    const now = await livePlaybook(await session.api());
    if (!(await tellMeanwhile(session, live, now, flags))) return await sendAll(session, plan);
    live = now;
  }
}

const countView: View = {
  noun: 'section',
  plural: 'sections',
  id: 'section',
  columns: [
    { key: 'section', title: 'section' },
    { key: 'created', title: 'created', kind: 'number' },
    { key: 'updated', title: 'updated', kind: 'number' },
    { key: 'restored', title: 'restored', kind: 'number' },
    { key: 'deleted', title: 'deleted', kind: 'number' },
  ],
};

/** What was done, section by section; those without a change are left out. */
export async function printCarried(session: Session, carried: Carried): Promise<void> {
  if (carried.is === 'nothing' || carried.is === 'declined') {
    // A program gets its empty list, a person the sentence.
    if (session.settings.output !== 'table') await session.print.list(countView, []);
    return await session.print.note('nothing changed');
  }
  if (carried.is === 'dry') return;
  // It is written: an answer that counts in another way must not make a failure of it.
  const sum = (path: string) =>
    carried.changes.reduce((total, changes) => total + Number(valueAt(changes, path) ?? 0), 0);
  const company = { section: 'company', created: 0, updated: sum('companyFieldsUpdated'), restored: 0, deleted: 0 };
  const sections = PLAYBOOK_SECTIONS.map((section) => ({
    section,
    created: sum(`${section}.created`),
    updated: sum(`${section}.updated`),
    restored: sum(`${section}.restored`),
    deleted: sum(`${section}.deleted`),
  }));
  const rows = [company, ...sections];
  await session.print.list(
    countView,
    rows.filter(({ created, updated, restored, deleted }) => created + updated + restored + deleted > 0),
  );
}
