// What the service itself says about a file, at the lines of the file. Nothing is stored.

import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { WorkflowFile } from '../../files/workflow-file.ts';
import type { Session } from '../../session/session.ts';
import { issuesIn, placedIssues } from '../../shared/lint/refusal.ts';
import { showWarnings } from '../../shared/lint/refused-file.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

interface ServiceVerdict {
  readonly problems: readonly FileProblem[];
  /** Normalized, with what its import sources stand for. */
  readonly plan: unknown;
}

/** What a check of the plan can do without. */
const BESIDE_THE_PLAN = ['name', 'maxCreditsPerRun', 'publish'];

export async function serviceVerdict(session: Session, file: WorkflowFile, body: JsonObject): Promise<ServiceVerdict> {
  const { call } = await session.client();
  // The service checks a body of any shape: the call must not be typed.
  const { data, ignored = [] } = await call(
    routes.workflows.validate,
    { body },
    { signal: session.io.interrupt, filtersItself: BESIDE_THE_PLAN },
  );
  if (ignored.length > 0)
    await session.print.note(`checked without ${ignored.join(', ')}, which the service does not know`);
  const issuesAt = (key: string) => (isObject(data) ? issuesIn(getOwn(data, key)) : []);
  const problems = [
    ...placedIssues(file, issuesAt('errors'), 'error'),
    ...placedIssues(file, issuesAt('warnings'), 'warning'),
  ];
  return { problems, plan: isObject(data) ? data['plan'] : null };
}

/** After a write to another service: what its own check says of the draft, at the lines of the file. Never an error. */
export async function showDraftVerdict(session: Session, file: WorkflowFile, workflowId: AnyId | undefined) {
  if (session.profile().baseUrl === null || session.checks === 'off' || workflowId === undefined) return;
  const { call } = await session.client();
  try {
    const { data } = await call(routes.workflows.validateDraft, { params: { workflowId } });
    const issues = isObject(data) ? [...issuesIn(data['errors']), ...issuesIn(data['warnings'])] : [];
    const problems = placedIssues(file, issues, 'warning');
    await showWarnings(
      session,
      [file],
      problems.map((one) => ({ ...one, message: `the service, on publishing: ${one.message}` })),
    );
  } catch (error) {
    // The write is done: a check that cannot be had takes nothing from it.
    if (session.io.interrupt.aborted) throw error;
  }
}

/** Of another service: its verdict beside ours; nothing, with a note, where it checks no files. */
export async function verdictBeside(
  session: Session,
  file: WorkflowFile,
  ours: readonly FileProblem[],
): Promise<readonly FileProblem[]> {
  if (!file.yaml.readable || !isObject(file.body)) return [];
  const { plan, trigger, importSources } = file.body;
  const body = {
    plan,
    ...(trigger !== undefined && { trigger }),
    ...(importSources !== undefined && { importSources }),
  };
  try {
    const { problems } = await serviceVerdict(session, file, body);
    const isOurs = ({ path, code }: FileProblem) => ours.some((one) => one.path === path && one.code === code);
    return problems.filter((one) => !isOurs(one)).map((one) => ({ ...one, message: `the service: ${one.message}` }));
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 404, 405].includes(error.status)) throw error;
    await session.print.note(
      `the service does not check ${file.name} (${error.message}): reach workflow validate checks a draft`,
    );
    return [];
  }
}
