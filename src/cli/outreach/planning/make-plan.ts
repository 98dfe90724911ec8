// The plan of a folder against a workspace: in the order in which it is applied, every name in it known.

import { getOwn, objectIn } from '../../../contract/json.ts';
import { keyOf, kindOfKey, RESOURCE_KINDS, spelledLoosely } from '../../../rules/outreach/kinds.ts';
import { keysOf, orderOf } from '../../../rules/outreach/order.ts';
import { type Planned, type PlanOptions, planOf, WRITES } from '../../../rules/outreach/plan.ts';
import type { Reference } from '../../../rules/outreach/references.ts';
import { checkPlaybookFile } from '../../../rules/playbook/file.ts';
import { checkedProblems } from '../../files/checked-file.ts';
import type { Session } from '../../session/session.ts';
import { showWarnings } from '../../shared/lint/refused-file.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { knowLibrary } from '../../shared/names/live-names.ts';
import { unknownProblem } from '../../shared/names/resolve.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import type { LiveWorkspace } from '../workspace/workspace.ts';
import { unknownIds, unknownNames } from '../workspace/write.ts';
import { withArms } from './arms.ts';
import { checkedFolder } from './check.ts';
import {
  assertSound,
  noteUnread,
  type Opened,
  readNamed,
  refusedFolder,
  strangeKeysRefused,
  unknownNamesRefused,
  unknownTarget,
} from './open.ts';
import { assertAllowed } from './policy.ts';

function rankOf(key: string): number {
  const kind = kindOfKey(key);
  return kind === null ? -1 : RESOURCE_KINDS.indexOf(kind);
}

/** What files need first; what is deleted last, and there the other way round. */
function inOrder(planned: readonly Planned[], keys: readonly string[]): Planned[] {
  const isLast = ({ wanted }: Planned) => wanted === null;
  const place = new Map(keys.map((key, index) => [key, index]));
  const first = planned
    .filter((one) => !isLast(one))
    .toSorted((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  const last = planned.filter(isLast).toSorted((a, b) => rankOf(b.key) - rankOf(a.key) || (a.key < b.key ? -1 : 1));
  return [...first, ...last];
}

/**
 * Throws the refusal of files with errors, or of names that the workspace has not (exit 3); UsageError for a target that is none.
 * `onSound`: called before the workspace is read, of files without errors.
 */
export async function makePlan(
  session: Session,
  opened: Opened,
  options: PlanOptions,
  onSound?: () => Promise<void>,
): Promise<Planned[]> {
  const warnings = await assertSound(session, opened);
  await onSound?.();
  const planned = await comparedSides(session, opened, options);
  const problems = await unknownNameProblems(session, opened, planned);
  if (problems.length > 0) throw await unknownNamesRefused(session, opened.read.files, problems);
  const incomplete = session.checks === 'off' ? [] : incompleteItems(session, opened, planned);
  if (incomplete.length > 0) throw await refusedFolder(session, opened.read, incomplete);
  const strange = session.checks === 'off' ? [] : strangeKeys(opened, planned, warnings);
  if (strange.length > 0) throw await strangeKeysRefused(session, opened.read.files, strange);
  await assertAllowed(session, opened, planned);
  await showWarnings(session, opened.read.files, warnings.filter(isOfFile));
  for (const { key, live, wanted } of planned)
    if (wanted !== null && live?.record !== undefined && (getOwn(live.record, 'archivedAt') ?? null) !== null)
      await session.print.warn(
        harmless(`${key} is archived in the workspace, and stays so: reach ai variable unarchive ${live.id}`),
      );
  return await withArms(planned, session.now());
}

const keysIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(keysIn)
    : Object.entries(objectIn(value)).flatMap(([key, inner]) => [key, ...keysIn(inner)]);

/**
 * Keys of files to be written that neither a record nor the lock has: a service that refuses one would stop the apply half-way. A
 * setting of a new record is left out where it is refused.
 */
function strangeKeys({ read }: Opened, planned: readonly Planned[], warnings: readonly FileProblem[]): FileProblem[] {
  const actions = new Map(
    planned.flatMap(({ action, wanted }) => {
      const name = read.files.find(({ path }) => path === wanted?.file)?.name;
      return name === undefined ? [] : [[name, action] as const];
    }),
  );
  const known = new Set(planned.flatMap(({ live, entry }) => keysIn([live?.document, entry?.document])));
  return warnings.filter(({ code, file, path }) => {
    if (known.has(path.split('.').at(-1) ?? '')) return false;
    const action = code === 'unknown_key' ? actions.get(file) : undefined;
    return action === 'update' || (action === 'create' && /[.[]/.test(path));
  });
}

/** Items of the playbook that are not in the workspace yet, and lack what a new one needs. */
function incompleteItems(session: Session, { read }: Opened, planned: readonly Planned[]): FileProblem[] {
  const playbook = planned.find(({ kind, action }) => kind === 'playbook' && WRITES.has(action));
  const file = read.files.find(({ path }) => path === playbook?.wanted?.file);
  const items = playbook?.live?.kept?.items;
  if (file === undefined || items === undefined) return [];
  const knowledge = { ...undocumentedRules(session), items };
  return checkedProblems(file, (body) => checkPlaybookFile(body, knowledge)).filter(
    ({ severity }) => severity === 'error',
  );
}

/** Everything that is wrong with a folder by the rules and by what the workspace has. */
export async function onlineProblems(session: Session, opened: Opened): Promise<FileProblem[]> {
  const problems = await checkedFolder(session, opened.read);
  if (problems.some(({ severity }) => severity === 'error')) return problems;
  const planned = await comparedSides(session, opened, {});
  const unknown = await unknownNameProblems(session, opened, planned);
  return [...problems.filter(isOfFile), ...unknown, ...incompleteItems(session, opened, planned)];
}

/** A name that no file has is looked up in the workspace. */
const isOfFile = ({ code, basis }: FileProblem): boolean => code !== 'unverified' || basis !== undefined;

/** The plan of a sound folder, in the order in which it is applied. */
async function comparedSides(session: Session, opened: Opened, options: PlanOptions): Promise<Planned[]> {
  const { live, wanted, resources, leftOut } = await readNamed(opened);
  await noteUnread(session, opened);
  const lock = { ...opened.lock.lock, resources };
  const missing = opened.workspace.missing.filter((kind) => opened.wanted.some((one) => one.kind === kind));
  if (missing.length > 0) {
    const message = `the workspace of profile ${session.profile().name} does not have the split AI-entity model, and the folder has files of it: ${missing.join(', ')}`;
    throw new CliError('access', 'forbidden', message, { hint: 'switch it on, or take these files out of the folder' });
  }
  const moved = new Map(Object.entries(opened.folder.settings.moved ?? {}));
  const planned = planOf(wanted, lock, live, options, moved).map((one) => besideAnother(one, opened.workspace.listed));
  for (const target of options.targets ?? []) {
    if (leftOut.has(target) || planned.some(({ key }) => key === target)) continue;
    const known = planOf(wanted, lock, live, {}).map(({ key }) => key);
    throw unknownTarget(target, known);
  }
  for (const { key, kind, name, id, wanted: one, entry } of planned) {
    const same =
      one === null || entry !== null ? [] : live.filter((other) => other.kind === kind && other.name === name);
    const ids = same.map((other) => other.id).join(', ');
    if (same.length > 1)
      await session.print.warn(harmless(`${same.length} are called ${key} (${ids}): compared with the newest, ${id}`));
  }
  return inOrder(planned, orderOf(opened.wanted).keys);
}

/** What is created beside a record of nearly the same name is most likely a typing mistake. */
function besideAnother(one: Planned, listed: LiveWorkspace['listed']): Planned {
  if (one.action !== 'create' || one.note !== null) return one;
  const other = [...(listed.get(one.kind) ?? [])].find(
    (name) => name !== one.name && spelledLoosely(name) === spelledLoosely(one.name),
  );
  return other === undefined ? one : { ...one, note: `the workspace has "${other}": is it meant?` };
}

/** Every name of what is written must lead somewhere, now or by then. */
async function unknownNameProblems(session: Session, { read, workspace, wanted }: Opened, planned: readonly Planned[]) {
  const made = new Set(
    planned.filter(({ action }) => action === 'create' || action === 'update').map(({ key }) => key),
  );
  const present = new Set(wanted.map(({ kind, name }) => keyOf(kind, name)));
  const isPlanned = (reference: Reference) => keysOf(reference).some((key) => made.has(key) && present.has(key));
  const problems: FileProblem[] = [];
  for (const { action, wanted: one, entry } of planned) {
    if (one === null || (action !== 'create' && action !== 'update')) continue;
    const look = () => [
      ...unknownNames({ ...one, isFollowed: entry !== null && action === 'update' }, workspace.names, isPlanned),
      ...unknownIds(one.kind, one.document, workspace),
    ];
    if (look().some(({ referent }) => referent === 'ai-message')) await knowLibrary(session, workspace.names);
    const file = read.files.find(({ path }) => path === one.file);
    for (const reference of file === undefined ? [] : look()) {
      const [what, message] = [reference.referent, workspace.names.unknownText(reference)];
      if (file !== undefined) problems.push(unknownProblem(file, { what, at: reference.at, message }));
    }
  }
  return problems;
}
