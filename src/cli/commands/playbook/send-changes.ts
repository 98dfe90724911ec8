// Sends a planned update: shows it, asks, checks for concurrent edits, sends.

import { trusted } from '../../../client/answers/reply.ts';
import { ApiError } from '../../../client/errors.ts';
import { isObject, listIn, valueIn } from '../../../contract/json.ts';
import type { PlaybookUpdate, UpdatedPlaybook } from '../../../contract/playbook/endpoints.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection } from '../../../contract/playbook/sections.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { spelledLoosely } from '../../../rules/outreach/kinds.ts';
import { type Conflict, mergePlaybooks } from '../../../rules/outreach/merge.ts';
import { itemKey, itemName, type KeptPlaybook } from '../../../rules/playbook/change.ts';
import type { PlaybookKnowledge } from '../../../rules/playbook/check.ts';
import { contentOf, contentOfFile, keptOf, overlaid, type PlaybookContent } from '../../../rules/playbook/content.ts';
import { differences, missedItems } from '../../../rules/playbook/differences.ts';
import { type Leftover, type PlannedUpdate, planUpdate, type UpdateBody } from '../../../rules/playbook/plan-update.ts';
import type { At } from '../../../rules/problem.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { playbookProblems } from '../../files/playbook-file.ts';
import type { Session } from '../../session/session.ts';
import { assertTaken } from '../../shared/draft.ts';
import { assertExpected } from '../../shared/effects/expected.ts';
import { assertSound } from '../../shared/lint/refused-file.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { planned, printDryRun, type WriteOptions } from '../../shared/write.ts';
import { CliError, Declined } from '../../terminal/exit.ts';
import { harmless, valueAt, viewOf } from '../../terminal/formats/cells.ts';
import { changesText } from './changes.ts';

export interface SendChangesOptions extends WriteOptions {
  readonly prune?: true | undefined;
}

interface Intent {
  /** The wanted content, given the playbook as it is now. */
  wantedOf(live: KeptPlaybook): { readonly content: PlaybookContent; readonly conflicts: readonly Conflict[] };
  /** Whether to ask about removing items that are missing. */
  readonly asksToPrune: boolean;
}

type SendResult =
  | { readonly is: 'unchanged' }
  | { readonly is: 'declined' }
  | { readonly is: 'dry run' }
  | { readonly is: 'sent'; readonly changes: readonly UpdatedPlaybook['changes'][] };

/** The playbook as it is now. Throws ApiError `not_found` if the workspace is gone. */
export async function livePlaybook(api: Api): Promise<KeptPlaybook> {
  return keptOf(await api.playbook.get());
}

/** Warns about new items that are spelled nearly as others, what an update cannot do, and items that are kept. */
export async function reportLeftovers({ print }: Session, { changes, after, leftovers }: PlannedUpdate): Promise<void> {
  for (const { section, item } of changes.filter(({ change }) => change === 'create')) {
    const others = section === 'company' ? [] : after[section].map((one) => itemName(section, one));
    const other = others.find((name) => name !== item && spelledLoosely(name) === spelledLoosely(item));
    if (other !== undefined) await print.warn(harmless(`"${item}" is new beside "${other}": is it meant?`));
  }
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

/** Both sides changed the same field; ours is going to be written. */
async function reportConflicts({ print }: Session, conflicts: readonly Conflict[]): Promise<void> {
  for (const { path } of conflicts)
    await print.warn(harmless(`${path} was also changed by someone else: sending overwrites their change`));
}

/** Asks whether to remove items that are missing, if someone can answer. */
async function mayPrune(session: Session, { leftovers }: PlannedUpdate, options: SendChangesOptions): Promise<boolean> {
  const kept = leftovers.filter(({ why }) => why === 'kept');
  if (kept.length === 0 || options.prune === true || options.yes === true || !session.prompt.possible) return false;
  const names = kept.map(({ section, item }) => `${section} "${item}"`).join(', ');
  const count = kept.length === 1 ? '1 item is' : `${kept.length} items are`;
  return await session.prompt.confirm(harmless(`${count} no longer in the text: ${names}. Remove?`), '--prune');
}

async function isConfirmed(session: Session, plan: PlannedUpdate, options: SendChangesOptions): Promise<boolean> {
  const { print } = session;
  await print.note(changesText(plan.changes, print.paint.stderr).trimEnd());
  await reportLeftovers(session, plan);
  const count = plan.requests.length;
  if (count > 1) await print.note(`too much for one request: ${count} requests, which are not atomic together`);
  return options.yes === true || (await session.prompt.confirm('Apply this change to the playbook?', '--yes'));
}

/** Shows what others changed since `before` was read; throws CliError (exit 6) if no one can review it. */
async function reportConcurrentEdit(
  session: Session,
  before: KeptPlaybook,
  now: KeptPlaybook,
  options: SendChangesOptions,
) {
  const concurrent = differences(contentOf(before), contentOf(now));
  if (concurrent.length === 0) return false;
  await session.print.note(
    `changed by someone else in the meantime:\n${changesText(concurrent, session.print.paint.stderr)}`,
  );
  if (options.yes === true || !session.prompt.possible) {
    throw new CliError('conflict', 'conflict', 'the playbook was changed in the meantime; nothing was sent', {
      hint: 'review it with reach playbook diff, then run the command again',
    });
  }
  return true;
}

/** A refusal by the service, and the body that its paths refer to. */
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

/** Reads the playbook once more: exit 1 for what of the plan is not there, a warning for what others brought. */
async function assertUpdated(session: Session, before: KeptPlaybook, after: PlaybookContent): Promise<void> {
  const { print } = session;
  await assertTaken(session, 'the playbook', async () => {
    const now = contentOf(await livePlaybook(await session.api()));
    const missed = missedItems(contentOf(before), after, now);
    const other = missed.length > 0 ? [] : differences(after, now);
    if (other.length > 0) {
      const text = changesText(other, print.paint.stderr).trimEnd();
      await print.warn(`the service has more than was sent, from restored items or someone else:\n${text}`);
    }
    return missed;
  });
}

async function sendAll(session: Session, live: KeptPlaybook, plan: PlannedUpdate): Promise<SendResult> {
  const { api } = await session.client();
  const answers: UpdatedPlaybook[] = [];
  for (const [index, body] of plan.requests.entries()) {
    try {
      answers.push(await api.playbook.update({ body: trusted<PlaybookUpdate>(body) }));
    } catch (error) {
      const some = `${index} of ${plan.requests.length} requests succeeded`;
      if (index > 0) await session.print.warn(`${some}; run the command again to send the rest`);
      throw error instanceof ApiError && error.status === 400 ? new RefusedUpdate(error, body) : error;
    }
  }
  await assertUpdated(session, live, plan.after);
  return { is: 'sent', changes: answers.map(({ changes }) => changes) };
}

/**
 * Shows the change, asks, checks again for concurrent edits, and sends. Throws RefusedUpdate for what the service refuses,
 * CliError `conflict` after a concurrent edit that no one can review.
 */
export async function sendChanges(
  session: Session,
  before: KeptPlaybook,
  intent: Intent,
  options: SendChangesOptions,
): Promise<SendResult> {
  let live = before;
  let prune = options.prune === true;
  for (;;) {
    const { content, conflicts } = intent.wantedOf(live);
    let plan = planUpdate(live, content, { prune });
    if (!prune && intent.asksToPrune && options.dryRun !== true && (await mayPrune(session, plan, options))) {
      prune = true;
      plan = planUpdate(live, content, { prune });
    }
    if (plan.requests.length === 0) {
      await reportLeftovers(session, plan);
      return { is: 'unchanged' };
    }
    const calls = plan.requests.map((body) => planned(routes.playbook.update, { body }));
    if (options.dryRun === true) {
      await reportLeftovers(session, plan);
      await printDryRun(session, calls, options);
      return { is: 'dry run' };
    }
    await assertExpected(session, options, calls);
    await reportConflicts(session, conflicts);
    if (!(await isConfirmed(session, plan, options))) return { is: 'declined' };
    const now = await livePlaybook(await session.api());
    if (!(await reportConcurrentEdit(session, live, now, options))) return await sendAll(session, live, plan);
    live = now;
  }
}

export const countView = viewOf(
  'section',
  'sections',
  'section created:number updated:number restored:number deleted:number',
  {
    id: 'section',
  },
);

/** Counts by section; sections without a change are left out. */
export async function printResult(session: Session, result: SendResult): Promise<void> {
  if (result.is === 'declined') throw new Declined('nothing changed');
  if (result.is === 'unchanged') {
    if (session.settings.output !== 'table') await session.print.list(countView, []);
    return await session.print.note('nothing changed');
  }
  if (result.is === 'dry run') return;
  // The update was accepted: an answer with other counts must not make the command fail.
  const sum = (path: string) =>
    result.changes.reduce((total, changes) => total + Number(valueAt(changes, path) ?? 0), 0);
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

export const playbookView = viewOf('item', 'items', 'section id:number item text', { titles: { text: 'says' } });

// The wanted content of a playbook, from a file or an edited text, checked before an update is planned.

/** What the check of a file needs from the workspace. */
export function knowledgeOf(session: Session, { items, company }: KeptPlaybook): PlaybookKnowledge {
  return { ...undocumentedRules(session), items, companyFields: Object.keys(company) };
}

/** The content of a file. Throws if it has errors (exit 3); prints its warnings. */
export async function validContent(session: Session, file: CheckedFile, live: KeptPlaybook): Promise<PlaybookContent> {
  const problems = await playbookProblems(file, knowledgeOf(session, live));
  await assertSound(session, file, problems);
  return contentOfFile(file.body);
}

/** What the file does not mention stays as it is. */
export function intentOfFile(content: PlaybookContent): Intent {
  return {
    wantedOf: (live) => ({ content: overlaid(contentOf(live), content), conflicts: [] }),
    asksToPrune: false,
  };
}

/** The changes between `base` and the edited text, merged into the current playbook. */
export function intentOfEdit(base: PlaybookContent, content: PlaybookContent): Intent {
  return {
    wantedOf: (live) => mergePlaybooks(base, contentOf(live), content),
    asksToPrune: true,
  };
}

/** A warning for each section that is gone from the text as a whole. */
export function missingSections(base: PlaybookContent, content: PlaybookContent): string[] {
  const isGone = (section: PlaybookSection) => content[section] === undefined && (base[section] ?? []).length > 0;
  const gone = PLAYBOOK_SECTIONS.filter(isGone);
  const isCompanyGone = content.company === undefined && Object.keys(base.company ?? {}).length > 0;
  return [
    ...(isCompanyGone ? ['company is no longer in the text: its fields stay as they are'] : []),
    ...gone.map(
      (section) => `${section} is no longer in the text and stays as it is; write ${section}: [] to remove its items`,
    ),
  ];
}

/** The position in the file of an item in a request: `faqs.upsert[0].answer` of the body is `faqs[3].answer` of the file. */
export function placeInFile(file: CheckedFile, body: unknown): (at: At) => At {
  return (at) => {
    const [section, list, index, ...rest] = at;
    if (list !== 'upsert' || typeof index !== 'number') return at;
    const name = PLAYBOOK_SECTIONS.find((known) => known === section);
    if (name === undefined) return at;
    const item = listIn(valueIn(body, name, 'upsert'))[index];
    if (!isObject(item)) return at;
    const key = itemKey(name, item);
    const found = listIn(valueIn(file.body, name)).findIndex((one) => isObject(one) && itemKey(name, one) === key);
    return found < 0 ? at : [name, found, ...rest];
  };
}
