// What `reach duplicates resolve` does.

import { counted } from '../../contract/english.ts';
import { namedPath } from '../files/named-path.ts';
import { writeWhole } from '../files/write-atomic.ts';
import type { Session } from '../session/session.ts';
import { mergePlanView, mergeView } from '../shared/views/records.ts';
import { type ExitName, UsageError } from '../terminal/exit.ts';
import { carryOut, groupRow } from './carry-out.ts';
import { isMerge, type MergeGroup } from './group.ts';
import { planLines, plannedFields } from './plan-file.ts';
import { saveGroups } from './save-groups.ts';
import { mergeToResume, openProposals, type Proposals, type ResolveRequest, startMerge } from './start-merge.ts';
import { hasPaths } from './steps.ts';

const NO_DELETE =
  'with this service, which has no DELETE /v1/contacts/{contactId}: the contact that stays is filled from the others, which are left as they are';

export async function resolveDuplicates(session: Session, request: ResolveRequest): Promise<ExitName> {
  checkCombination(session, request);
  const client = await session.client();
  const has = await hasPaths(client);
  if (!has.delete) await session.print.note(NO_DELETE);
  if (request.resume) {
    const resumed = mergeToResume(session, request, null);
    if (resumed !== null) return await carryOut(session, client, resumed, has);
  }
  const proposals = await openProposals(session, client, request);
  if (request.plan !== null) return await writePlan(session, request.plan, proposals);
  if (request.dryRun) return await printPlan(session, proposals, has.delete);
  const resumed = mergeToResume(session, request, proposals.options);
  if (resumed !== null) {
    await session.print.note(`resuming the merge started ${new Date(resumed.startedAt).toISOString()}`);
    return await carryOut(session, client, resumed, has);
  }
  let isBad = false;
  const header = await startMerge(session, request, proposals, has.delete, async (skipped) => {
    isBad = skipped.length > 0;
    await session.print.list(
      mergeView,
      skipped.map((group) => groupRow(group, null)),
    );
  });
  if (header === null) return isBad ? 'bad' : 'done';
  return await carryOut(session, client, header, has);
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

async function printPlan(session: Session, { groups, notes }: Proposals, isDeleting: boolean): Promise<ExitName> {
  await session.print.note('dry run: nothing is sent');
  let left = 0;
  const merges: MergeGroup[] = [];
  const { savePlan: target } = session;
  const rows = (async function* () {
    for await (const group of groups) {
      if (!isMerge(group)) left += 1;
      else if (target !== undefined) merges.push(group);
      yield groupRow(group, null, isDeleting);
    }
  })();
  await session.print.list(mergePlanView, rows);
  if (target !== undefined) await saveGroups(session, target, merges);
  for (const note of notes()) await session.print.note(note);
  return left > 0 ? 'bad' : 'done';
}
