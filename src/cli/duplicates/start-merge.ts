// Before anything is changed: what is to become of each group, saved and approved; or the merge that is resumed.

import type { Client } from '../../client/api.ts';
import { counted } from '../../contract/english.ts';
import { KEEP_RULES, type KeepRule } from '../../rules/records/resolve-duplicates.ts';
import { datedId } from '../files/dated-id.ts';
import type { Session } from '../session/session.ts';
import { assertTouched } from '../shared/effects/expected.ts';
import { approveAt, isSameTarget, targetOf, typedIfMany } from '../shared/target.ts';
import { CliError, UsageError } from '../terminal/exit.ts';
import { plannedGroups, readPlan } from './apply-plan.ts';
import { chooseMerge } from './choices.ts';
import { type ContactFields, contactFields, isMerge, type PlannedGroup } from './group.ts';
import {
  type MergeCounts,
  type MergeHeader,
  type MergeOptions,
  makeFolder,
  removeFolder,
  storedMerges,
  writeGroups,
  writeHeader,
} from './merge-folder.ts';
import { missingHolders } from './merge-group.ts';
import { findGroups, proposal } from './propose.ts';
import { ContactReader, type WantedHolders } from './read-contacts.ts';
import { byPlan } from './save-groups.ts';

export interface ResolveRequest {
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

/** What a plan or a dry run shows, and a merge carries out. */
export interface Proposals {
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
export async function openProposals(session: Session, client: Client, request: ResolveRequest): Promise<Proposals> {
  const signal = session.io.interrupt;
  const fields = await contactFields(client, signal);
  const reader = new ContactReader(client, fields, request.holders, signal);
  if (request.applyPlan !== null) {
    const plan = await readPlan(session, request.applyPlan, fields);
    const groups = (async function* () {
      for (const one of await plannedGroups(plan, reader, fields)) yield byPlan(session, one);
    })();
    return { groups, fields, options: optionsOf(request, plan.sha256), notes: () => [] };
  }
  const found = findGroups(
    client,
    reader,
    { fields: request.by, listId: request.listId, limit: request.limit },
    signal,
  );
  let isStopped = false;
  const groups = (async function* () {
    let [place, group] = [0, 1];
    for await (const one of found.groups) {
      place += 1;
      const { keep } = request;
      const next =
        keep === null ? await chooseMerge(session, one, place, group, fields) : proposal(group, one, keep, fields);
      isStopped = next === 'stop';
      if (next === 'stop') return;
      if (next === 'skip') continue;
      yield byPlan(session, next);
      group += 1;
    }
  })();
  const notes = () => (found.hasMore() && !isStopped ? ['more groups available: use --limit N or --all'] : []);
  return { groups, fields, options: optionsOf(request, null), notes };
}

/** The merge to go on with; null to start one. Throws where another one has to be finished first. */
export function mergeToResume(
  session: Session,
  request: ResolveRequest,
  options: MergeOptions | null,
): MergeHeader | null {
  const target = targetOf(session);
  const newest = storedMerges(session.paths).findLast((header) => isSameTarget(header.target, target));
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
export async function startMerge(
  session: Session,
  request: ResolveRequest,
  { groups, fields, options, notes }: Proposals,
  isDeleting: boolean,
  show: (groups: readonly PlannedGroup[]) => Promise<void>,
): Promise<MergeHeader | null> {
  const { io, paths } = session;
  const id = datedId(io.now(), () => io.random());
  await makeFolder(paths, id);
  let isStarted = false;
  try {
    const { counts, skipped } = await decide(session, id, groups);
    for (const note of notes()) await session.print.note(note);
    if (request.expect !== null) assertTouched(request.expect, counts.deletions + counts.updates);
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
    await writeHeader(paths, header);
    isStarted = true;
    return header;
  } finally {
    if (!isStarted) removeFolder(paths, id);
  }
}

const NOT_REMEMBERED = 'without history, the contacts that are deleted cannot be created again by reach undo';
const SKIPPED_HELD = 1_000;

async function decide(session: Session, id: string, groups: Proposals['groups']) {
  const counts = { groups: 0, merges: 0, deletions: 0, updates: 0, starts: 0 };
  const skipped: PlannedGroup[] = [];
  const counting = (async function* () {
    for await (const group of groups) {
      counts.groups += 1;
      if (isMerge(group)) {
        counts.merges += 1;
        counts.deletions += group.remove.length;
        counts.updates += Object.keys(group.set).length > 0 ? 1 : 0;
        counts.starts += missingHolders(group, 'campaigns').some(({ status }) => status === 'ACTIVE') ? 1 : 0;
      } else if (skipped.length < SKIPPED_HELD) skipped.push(group);
      yield group;
    }
  })();
  await writeGroups(session.paths, id, counting);
  return { counts: counts satisfies MergeCounts, skipped };
}

const startText = (starts: number) => `${starts} of the kept contacts ${starts === 1 ? 'starts' : 'start'}`;

async function approve(session: Session, { merges, deletions, updates, starts }: MergeCounts, isDeleting: boolean) {
  const updated = `of which ${updates} ${updates === 1 ? 'is' : 'are'} updated`;
  const act = [
    ...(isDeleting
      ? [`Delete ${counted(deletions, 'contact')} permanently`, `merged into ${counted(merges, 'other')}`, updated]
      : [`Merge ${counted(deletions, 'contact')}, which are kept, into ${counted(merges, 'other')}`, updated]),
    ...(starts === 0 ? [] : [`${startText(starts)} a running campaign again and will be messaged`]),
  ];
  await approveAt(session, act.join(', '), {
    declined: isDeleting ? 'nothing deleted' : 'nothing changed',
    typed: typedIfMany(deletions),
  });
}
