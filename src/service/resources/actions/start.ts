import { ActionsInput } from '../../../contract/actions/endpoints.ts';
import { CRM_ACTIONS, RUN_TARGET_KEYS, RUN_TARGETS, type RunTarget } from '../../../contract/actions/enums.ts';
import { append } from '../../../contract/append.ts';
import { NOUN, NOUNS } from '../../../contract/entities.ts';
import { type ErrorCode, type Issue, issuesText } from '../../../contract/envelope.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { checkRun } from '../../../rules/actions/check.ts';
import { FILTER_NAMES } from '../../../rules/finder/criteria.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal, readBody, refuseProblems } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { savedFilterById } from '../finder/queries/previews.ts';
import { listsById } from '../lists/queries/lists.ts';
import { RECORD_SHAPES } from '../records/queries/predicates.ts';
import { knownIds } from '../records/queries/records.ts';
import { type ActionProgress, addRunLists, addRunRecords, insertActionRun, updateActionRun } from './queries/runs.ts';
import { armRunPurge, assertCrm, NO_TALLY } from './status.ts';

/**
 * Throws Refusal `invalid` with every problem of the body, or for unknown filters; then `not_found` for unknown ids, or
 * `unprocessable` for lists of the other kind, with all of them; `forbidden` for CRM actions without a CRM.
 */
async function checkedRun(context: Context, body: unknown) {
  refuseProblems(checkRun(body));
  const input = readBody(ActionsInput, body);
  const target = RUN_TARGET_KEYS.find((key) => input[key] !== undefined);
  if (target === undefined) throw new Error('the rules accept a run without a target');
  const ids = [...new Set(input[target] ?? [])];
  await assertKnown(context, input, target, ids);
  if (input.actions.some(({ type }) => CRM_ACTIONS.includes(type))) await assertCrm(context);
  return { input, target, ids };
}

async function assertKnown(context: Context, input: ActionsInput, target: RunTarget, ids: readonly number[]) {
  const found = [...(await targetIssues(context, target, ids)), ...(await optionIssues(context, input))];
  const [first] = found;
  if (first === undefined) return;
  const is = (code: string) => (issue: Issue) => issue.code === code;
  const code: ErrorCode = found.some(is('unknown_filter'))
    ? 'invalid'
    : found.every(is('wrong_entity'))
      ? 'unprocessable'
      : 'not_found';
  throw new Refusal(code, issuesText(found), { issues: found });
}

async function targetIssues(context: Context, target: RunTarget, ids: readonly number[]): Promise<Issue[]> {
  const { tx, principal } = context;
  const entity = RUN_TARGETS[target];
  if (target === 'contactGroupIds' || target === 'companyGroupIds') {
    const issues = ids.map((id, index) => listIssue(context, entity, id, `${target}[${index}]`));
    return (await Promise.all(issues)).flatMap((issue) => issue ?? []);
  }
  const known = await knownIds(tx, RECORD_SHAPES[entity], principal.workspaceId, ids);
  return ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `${target}[${index}]`, code: 'not_found', message: `there is no ${NOUN[entity]} ${id}` }],
  );
}

async function listIssue({ tx, principal }: Context, entity: 'CONTACT' | 'COMPANY', id: number, path: string) {
  const [list] = await listsById(tx, principal.workspaceId, [id]);
  if (list === undefined) return { path, code: 'not_found', message: `there is no list ${id}` };
  if (list.entity === entity) return null;
  const message = `list ${id} holds ${NOUNS[list.entity]}, not ${NOUNS[entity]}`;
  return { path, code: 'wrong_entity', message };
}

/** An unknown filter would be ignored, and the search would find everyone. */
function filterIssues(filters: Readonly<Record<string, unknown>>, at: string): Issue[] {
  const unknown = Object.keys(filters).filter((name) => !FILTER_NAMES.includes(name));
  return unknown.map((name, nth) => {
    const hint = didYouMean(name, FILTER_NAMES, nth) || ` (known: ${FILTER_NAMES.join(', ')})`;
    return { path: `${at}.${name}`, code: 'unknown_filter', message: `unknown filter "${name}"${hint}` };
  });
}

async function optionIssues(context: Context, { actions }: ActionsInput): Promise<Issue[]> {
  const { tx, principal } = context;
  const issues: Issue[] = [];
  for (const [index, action] of actions.entries()) {
    if (action.type !== 'SEARCH_LEADS_FROM_NETWORK_COMPANY') continue;
    const { destinationContactGroupId: listId, savedFilterId, filters = {} } = action.options ?? {};
    const at = `actions[${index}].options`;
    append(issues, filterIssues(filters, `${at}.filters`));
    const issue =
      listId === undefined ? null : await listIssue(context, 'CONTACT', listId, `${at}.destinationContactGroupId`);
    if (issue !== null) issues.push(issue);
    if (savedFilterId === undefined) continue;
    const saved = await savedFilterById(tx, principal.workspaceId, savedFilterId);
    const path = `${at}.savedFilterId`;
    if (saved === undefined)
      issues.push({ path, code: 'not_found', message: `there is no saved filter ${savedFilterId}` });
    else if (saved.type !== 'LEAD') {
      issues.push({
        path,
        code: 'wrong_entity',
        message: `saved filter ${savedFilterId} finds companies, not contacts`,
      });
    }
  }
  return issues;
}

/** Works on the current members of a list. Throws Refusal as `checkedRun` does; then nothing is started. */
export async function startActions(context: Context, body: unknown): Promise<ReplyData<'actions', 'run'>> {
  const { input, target, ids } = await checkedRun(context, body);
  const { tx, principal, now } = context;
  const entity = RUN_TARGETS[target];
  const { actions } = input;
  const run = { entity, actions, importSource: null, tally: [], createdAt: now };
  const id = await insertActionRun(tx, principal.workspaceId, run);
  const isLists = target === 'contactGroupIds' || target === 'companyGroupIds';
  const records = isLists ? await addRunLists(tx, id, entity, ids) : await addRunRecords(tx, id, entity, 'TARGET', ids);
  const pending = actions.map((): ActionProgress => ({ ...NO_TALLY, statusCounts: { PENDING: records } }));
  // A run over an empty list is finished at once.
  const finishedAt = records === 0 ? now : null;
  await updateActionRun(tx, { id, records, position: 0, tally: pending, imported: 0, finishedAt });
  if (finishedAt === null) await queueRun(context, id);
  return { actionsId: id, createdAt: isoTime(now) };
}

const ACTION_RUN_JOB = 'action-run';

/** Executes the run once the open transaction commits. */
export async function queueRun(context: Context, runId: number): Promise<void> {
  await enqueueJob(context, { kind: ACTION_RUN_JOB, key: String(runId), payload: { runId } });
  await armRunPurge(context);
}
