// What `reach duplicates resolve` does.

import type { Client } from '../../client/api.ts';
import { counted } from '../../contract/english.ts';
import { routes } from '../../contract/routes/routes.ts';
import { KEEP_RULES, type KeepRule } from '../../rules/records/resolve-duplicates.ts';
import { datedId } from '../files/dated-id.ts';
import { namedPath } from '../files/is-file.ts';
import { writeWhole } from '../files/write-atomic.ts';
import type { Session } from '../session/session.ts';
import { approveAt, isSameTarget, targetOf, typedIfMany } from '../shared/approval.ts';
import { mergePlanView, mergeView } from '../shared/views/records.ts';
import { CliError, type ExitName, UsageError } from '../terminal/exit.ts';
import { carryOut, groupRow } from './carry-out.ts';
import {
  type ContactFields,
  ContactReader,
  contactFields,
  isMerge,
  type MergeGroup,
  type PlannedGroup,
  type WantedHolders,
} from './contacts.ts';
import {
  GroupCounter,
  type MergeCounts,
  type MergeHeader,
  type MergeOptions,
  mergeFolders,
  writeGroups,
} from './merge-folder.ts';
import { byPlan, planLines, plannedFields, plannedGroups, readPlan, saveGroups } from './plan-file.ts';
import { chooseMerge, contactable, findGroups, proposal } from './propose.ts';

// Before anything is changed: what is to become of each group, saved and approved; or the merge that is resumed.

interface ResolveRequest {
  readonly by: readonly string[];
  readonly listId: number | undefined;
  readonly limit: number | null;
  readonly keep: KeepRule | null;
  readonly plan: string | null;
  readonly applyPlan: string | null;
  readonly holders: WantedHolders;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** How many contacts are expected to be updated or deleted; null where any number will do. */
  readonly expect: number | null;
  readonly resume: boolean;
  readonly fresh: boolean;
}

/** Throws UsageError. */
export function keepRuleOf(text: string | undefined): KeepRule | null {
  if (text === undefined) return null;
  const rule = KEEP_RULES.find((one) => one === text);
  if (rule === undefined) throw new UsageError(`--keep ${text}: must be ${KEEP_RULES.join(', ')}`);
  return rule;
}

interface Proposals {
  readonly groups: AsyncIterable<PlannedGroup> | Iterable<PlannedGroup>;
  readonly fields: ContactFields;
  /** What makes the command the same as another one. */
  readonly options: MergeOptions;
  /** Said once the groups are read. */
  readonly notes: () => readonly string[];
}

function optionsOf({ by, listId, limit, keep, holders }: ResolveRequest, planSha256: string | null): MergeOptions {
  if (planSha256 !== null) return { by: [], list: null, limit: null, keep: null, planSha256, holders };
  return { by, list: listId === undefined ? null : String(listId), limit, keep, planSha256, holders };
}

/** Reads the plan that is applied, or gets ready to ask for the groups: nothing is asked of a person yet. */
async function openProposals(session: Session, client: Client, request: ResolveRequest): Promise<Proposals> {
  const signal = session.io.interrupt;
  const fields = await contactFields(client, signal);
  const reader = new ContactReader(client, fields, request.holders, signal);
  if (request.applyPlan !== null) {
    const plan = await readPlan(session, request.applyPlan, fields);
    const groups = (async function* () {
      for (const one of await plannedGroups(plan, reader, fields))
        yield byPlan(session, await contactable(session, one));
    })();
    return { groups, fields, options: optionsOf(request, plan.sha256), notes: () => [] };
  }
  const { by, listId, limit } = request;
  const found = findGroups(client, reader, by, listId, { limit, signal });
  let isStopped = false;
  const groups = (async function* () {
    let [place, group] = [0, 1];
    for await (const one of found.groups) {
      place += 1;
      const { keep, plan } = request;
      const next =
        keep === null
          ? await chooseMerge(session, one, place, group, fields)
          : proposal(group, one, keep, fields, plan === null);
      isStopped = next === 'stop';
      if (next === 'stop') return;
      if (next === 'skip') continue;
      yield byPlan(session, await contactable(session, next));
      group += 1;
    }
  })();
  const notes = () => (found.hasMore() && !isStopped ? ['more groups available: use --limit N or --all'] : []);
  return { groups, fields, options: optionsOf(request, null), notes };
}

/** The merge to go on with; null to start one. Throws where another one has to be finished first. */
function mergeToResume(session: Session, request: ResolveRequest, options: MergeOptions | null): MergeHeader | null {
  const target = targetOf(session);
  const newest = mergeFolders(session.paths)
    .all()
    .findLast((header) => isSameTarget(header.target, target));
  const open = newest?.finished === null ? newest : undefined;
  if (request.resume) {
    if (open !== undefined) return open;
    throw new CliError('notFound', 'no_merge', 'there is no unfinished merge of duplicates to resume');
  }
  if (open === undefined || request.fresh) return null;
  if (JSON.stringify(open.options) === JSON.stringify(options)) return open;
  const at = new Date(open.startedAt).toISOString();
  throw new UsageError(`a merge of duplicates that was started with other options at ${at} is not finished`, {
    hint: 'finish it with reach duplicates resolve --resume, or leave it as it is with --new',
  });
}

/** Decides about every group, asks, and saves what was decided. Null: there is nothing to merge; the groups were given to `show`. */
async function startMerge(
  session: Session,
  request: ResolveRequest,
  { groups, fields, options, notes }: Proposals,
  isDeleting: boolean,
  show: (groups: readonly PlannedGroup[]) => Promise<void>,
): Promise<MergeHeader | null> {
  const { io, paths } = session;
  const id = datedId(io.now(), () => io.random());
  const folders = mergeFolders(paths);
  folders.make(id);
  let isStarted = false;
  try {
    const counter = new GroupCounter();
    const { counts, skipped } = counter;
    await writeGroups(paths, id, counter.counted(groups));
    for (const note of notes()) await session.print.note(note);
    counter.assertExpected(request.expect, isDeleting);
    if (counts.merges === 0) {
      await show(skipped);
      return null;
    }
    if (isDeleting && (await session.history.undoText()) === null) await session.print.note(NOT_REMEMBERED);
    if (!request.yes) await approve(session, counts, isDeleting);
    const { editable, extra } = fields;
    const header: MergeHeader = {
      version: 1,
      id,
      target: targetOf(session),
      options,
      counts,
      editable,
      extra,
      startedAt: io.now(),
      finished: null,
    };
    await folders.write(header);
    isStarted = true;
    return header;
  } finally {
    if (!isStarted) folders.remove(id);
  }
}

const NOT_REMEMBERED = 'without history, the contacts that are deleted cannot be created again by reach undo';
async function approve(session: Session, { merges, deletions, updates, starts }: MergeCounts, isDeleting: boolean) {
  const updated = `of which ${updates} ${updates === 1 ? 'is' : 'are'} updated`;
  const act = [
    ...(isDeleting
      ? [`Delete ${counted(deletions, 'contact')} permanently`, `merged into ${counted(merges, 'other')}`, updated]
      : [`Merge ${counted(deletions, 'contact')}, which are kept, into ${counted(merges, 'other')}`, updated]),
    ...(starts === 0
      ? []
      : [
          `${starts} of the kept contacts ${starts === 1 ? 'starts' : 'start'} a running campaign again and will be messaged`,
        ]),
  ];
  await approveAt(session, act.join(', '), {
    declined: isDeleting ? 'nothing deleted' : 'nothing changed',
    typed: typedIfMany(deletions),
  });
}

const NO_DELETE =
  'with this service, which has no DELETE /v1/contacts/{contactId}: the contact that stays is filled from the others, which are left as they are';

export async function resolveDuplicates(session: Session, request: ResolveRequest): Promise<ExitName> {
  checkCombination(session, request);
  const client = await session.client();
  const canDelete = await client.serves(routes.contacts.delete);
  if (!canDelete) await session.print.note(NO_DELETE);
  if (request.resume) {
    const resumed = mergeToResume(session, request, null);
    if (resumed !== null) return await carryOut(session, client, resumed, canDelete);
  }
  const proposals = await openProposals(session, client, request);
  if (request.plan !== null) return await writePlan(session, request.plan, proposals);
  if (request.dryRun) return await printPlan(session, request, proposals, canDelete);
  const resumed = mergeToResume(session, request, proposals.options);
  if (resumed !== null) {
    await session.print.note(`resuming the merge started ${new Date(resumed.startedAt).toISOString()}`);
    return await carryOut(session, client, resumed, canDelete);
  }
  let isBad = false;
  const header = await startMerge(session, request, proposals, canDelete, async (skipped) => {
    isBad = skipped.length > 0;
    await session.print.list(
      mergeView,
      skipped.map((group) => groupRow(group, null)),
    );
  });
  if (header === null) return isBad ? 'bad' : 'done';
  return await carryOut(session, client, header, canDelete);
}

function checkCombination(session: Session, { keep, plan, applyPlan, expect, resume, fresh, dryRun }: ResolveRequest) {
  if (plan !== null && applyPlan !== null) throw new UsageError('give --plan or --apply-plan, not both');
  if (resume && (plan !== null || applyPlan !== null || keep !== null || expect !== null || fresh || dryRun))
    throw new UsageError('--resume goes on with what was decided: it takes no other options');
  if (session.savePlan !== undefined && (plan !== null || (keep === null && applyPlan === null)))
    throw new UsageError('--save-plan takes --keep, or --apply-plan: the plan has no questions');
  if (plan === '-') throw new UsageError('--plan takes a file, such as plan.csv');
  if (keep !== null && applyPlan !== null)
    throw new UsageError('--apply-plan takes no --keep: the plan says what stays');
  if (keep === null && plan === null && applyPlan === null && !resume && !session.prompt.possible) {
    throw new UsageError('which contact of each group stays?', {
      hint: 'give --keep oldest, newest or most-complete; or --plan FILE to decide in a spreadsheet',
    });
  }
}

/** Writes what is proposed, to be looked through and applied. */
async function writePlan(session: Session, file: string, { groups, fields, notes }: Proposals): Promise<ExitName> {
  const merges: MergeGroup[] = [];
  let left = 0;
  for await (const group of groups) {
    if (isMerge(group)) merges.push(group);
    else {
      left += 1;
      await session.print.note(`group ${group.shared} left out: ${group.why}`);
    }
  }
  const text = [...planLines(merges, plannedFields(merges, fields))].join('');
  await writeWhole(namedPath(session.io, file), text, file, 0o600);
  for (const note of notes()) await session.print.note(note);
  await session.print.note(`${counted(merges.length, 'group')} written to ${file}; nothing was changed`);
  await session.print.note(`look through it, then: reach duplicates resolve --apply-plan ${file}`);
  return left > 0 ? 'bad' : 'done';
}

async function printPlan(
  session: Session,
  request: ResolveRequest,
  { groups, notes }: Proposals,
  isDeleting: boolean,
): Promise<ExitName> {
  await session.print.note('dry run: nothing is sent');
  const counter = new GroupCounter();
  const merges: MergeGroup[] = [];
  const { savePlan: target } = session;
  const undo = await session.history.undoText([routes.contacts.delete]);
  const rows = (async function* () {
    for await (const group of counter.counted(groups)) {
      if (isMerge(group) && target !== undefined) merges.push(group);
      const deletes = isDeleting && isMerge(group) && group.remove.length > 0;
      yield { ...groupRow(group, null, isDeleting), ...(deletes && undo !== null && { undo }) };
    }
  })();
  await session.print.list(mergePlanView, rows);
  const { deletions, updates, ...counts } = counter.counts;
  const doesDelete = isDeleting && deletions > 0;
  const would = [
    ...(updates > 0 ? [`change ${counted(updates, 'contact')}`] : []),
    ...(doesDelete ? [`delete ${counted(deletions, 'contact')}`] : []),
  ];
  if (would.length > 0) await session.print.note(`would ${would.join(', ')}`);
  if (doesDelete && undo !== null) await session.print.note(`undo: ${undo}`);
  if (target !== undefined) await saveGroups(session, target, merges);
  for (const note of notes()) await session.print.note(note);
  counter.assertExpected(request.expect, isDeleting);
  return counts.groups > counts.merges ? 'bad' : 'done';
}
