// What every command of an outreach folder begins with: the folder, its files, its profile, its lock, its workspace.

import { counted } from '../../../contract/english.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { type Document, keyOf, kindOfKey, RESOURCE_KINDS, type ResourceKind } from '../../../rules/outreach/kinds.ts';
import type { LockEntry, WantedResource, Workspace } from '../../../rules/outreach/lock.ts';
import { type LiveResource, newestOf } from '../../../rules/outreach/plan.ts';
import { aliasesOf } from '../../../rules/outreach/settings.ts';
import { openSession, type Session } from '../../session/session.ts';
import { whyUnreadable } from '../../shared/answer.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusal } from '../../shared/lint/refused-file.ts';
import { unknownProblem } from '../../shared/names/resolve.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { filled } from '../../terminal/settings.ts';
import type { OutreachFolder } from '../folder/folder.ts';
import { LockFile } from '../folder/lock-file.ts';
import { type ReadFolder, readFolder, warnOfStrays, withSources } from '../folder/read.ts';
import type { ResourceFile } from '../folder/resource-file.ts';
import { type Selects, selecting } from '../workspace/records.ts';
import { LiveWorkspace } from '../workspace/workspace.ts';
import { UnknownName, unknownNames } from '../workspace/write.ts';
import { checkedFolder, wantedOf } from './check.ts';

/** The profile that a folder names counts unless a flag or the environment names another. */
export async function withFolderProfile<T>(
  session: Session,
  folder: OutreachFolder,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { env } = session.io;
  const isNamed =
    session.flags.profile !== undefined || Boolean(env['REACH_PROFILE']) || Boolean(env['REACH_BASE_URL']);
  const { profile } = folder.settings;
  if (isNamed || profile === undefined) return await work(session);
  const own = await openSession(session.host, { ...session.flags, profile });
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

export interface Opened {
  readonly folder: OutreachFolder;
  readonly read: ReadFolder;
  readonly lock: LockFile;
  readonly workspace: LiveWorkspace;
  readonly wanted: readonly WantedResource[];
  readonly identity: Workspace;
}

/** A service that does not name its workspace is identified by its address; null where the key may not ask. */
async function workspaceOf(session: Session): Promise<Workspace | null> {
  try {
    const { workspace } = await (await session.api()).account.validate();
    return { id: workspace?.id ?? null, name: workspace?.name ?? addressOf(session) };
  } catch (error) {
    if (whyUnreadable(error) === null) throw error;
    return null;
  }
}

const addressOf = (session: Session) => session.profile().baseUrl?.value ?? 'local';

/**
 * Folder, lock and an open workspace; problems of files are for the caller. `isOfSource`: the workspace is a twin, and the lock
 * that of the workspace it was made of.
 */
export async function openOutreach(
  session: Session,
  folder: OutreachFolder,
  lockName: string | undefined,
  isOfSource = false,
): Promise<Opened> {
  const profile = session.profile().name;
  const plain = await readFolder(folder, lockName ?? profile);
  await warnOfStrays(session.print, plain);
  const known = await workspaceOf(session);
  const lock = await LockFile.open(folder, filled(lockName ?? profile, '--lock'), isOfSource ? null : known);
  const identity = known ?? lock.lock.workspace ?? { id: 0, name: addressOf(session) };
  const workspace = await LiveWorkspace.open(session, aliasesOf(folder.settings, lockName ?? profile));
  const live = async (document: Document) => newestOf(await workspace.called('workflow', document))?.document ?? {};
  const read = await withSources(session, plain, lock.lock, live);
  for (const [key, { id }] of lock.lock.resources) {
    const kind = kindOfKey(key);
    if (id !== null && (kind === 'list' || kind === 'campaign' || kind === 'ai-message'))
      workspace.names.prefer(kind, id);
  }
  return { folder, read, lock, workspace, wanted: wantedOf(read.files), identity };
}

/** The warnings of a folder, asking the service where need be. Throws the refusal of one with errors (exit 3). */
export async function assertSound(session: Session, { read }: Pick<Opened, 'read'>): Promise<readonly FileProblem[]> {
  const problems = await checkedFolder(session, read);
  if (problems.some(({ severity }) => severity === 'error')) throw await refusedFolder(session, read, problems);
  return problems;
}

/** Names of what cannot be read, as the lock has them. */
function knowUnread({ lock, workspace }: Opened): void {
  for (const [key, { id, document }] of lock.lock.resources) {
    const [kind, name] = [kindOfKey(key), document['name']];
    if (kind === null || kind === 'playbook' || id === null || typeof name !== 'string') continue;
    if (workspace.unread.has(kind)) workspace.know(kind, { id, name, entity: document['entity'] });
  }
}

/** The live side of these kinds, as far as it can be read. */
export async function readLive(
  opened: Opened,
  kinds: ReadonlySet<ResourceKind>,
  selects: Selects,
): Promise<ReadableSides> {
  const live = await opened.workspace.read(kinds, selects, () => knowUnread(opened));
  const wanted = opened.wanted.map((one) => ({ ...one, document: opened.workspace.asRead(one.kind, one.document) }));
  const sides = readableSides({ ...opened, wanted }, live);
  opened.workspace.isWhole = sides.leftOut.size === 0;
  return sides;
}

/** The live side of everything that files or lock name. */
export async function readNamed(opened: Opened): Promise<ReadableSides> {
  const { lock, wanted } = opened;
  const { resources } = lock.lock;
  const keys = new Set([...wanted.map(({ kind, name }) => keyOf(kind, name)), ...resources.keys()]);
  const ids = new Set([...resources].map(([key, { id }]) => `${kindOfKey(key)}/${id}`));
  const kinds = new Set(RESOURCE_KINDS.filter((kind) => [...keys].some((key) => kindOfKey(key) === kind)));
  return await readLive(opened, kinds, selecting(keys, ids));
}

export function unknownTarget(target: string, known: Iterable<string>): UsageError {
  return new UsageError(`--target ${target}: no such resource${didYouMean(target, [...known])}`, {
    hint: 'KIND/NAME, such as campaign/Welcome',
  });
}

export const ALL_KINDS: ReadonlySet<ResourceKind> = new Set(RESOURCE_KINDS);

// What of a folder can be compared with a workspace of which a part cannot be read: the rest is left alone, on every side.
// Nothing is ever created, removed or found changed because it was not read.

interface DisplayedSides {
  readonly workspace: LiveWorkspace;
  readonly wanted: readonly WantedResource[];
  readonly lock: LockFile;
}

export interface ReadableSides {
  readonly live: readonly LiveResource[];
  readonly wanted: readonly WantedResource[];
  readonly resources: ReadonlyMap<string, LockEntry>;
  /** Keys of files and of what was applied before that are left out. */
  readonly leftOut: ReadonlySet<string>;
}

/** `live`: what was read. */
function readableSides({ workspace, wanted, lock }: DisplayedSides, live: readonly LiveResource[]): ReadableSides {
  const { unread, names } = workspace;
  const { resources } = lock.lock;
  if (unread.size === 0) return { live, wanted, resources, leftOut: new Set() };
  const isRead = ({ kind, id }: Pick<LiveResource, 'kind' | 'id'>) => !unread.has(kind) && !unread.has(`${kind}/${id}`);
  const namesUnread = ({ kind, document }: Pick<LiveResource, 'kind' | 'document'>) =>
    unknownNames({ kind, document, isFollowed: false }, names, () => false).some(({ referent }) =>
      unread.has(referent),
    );
  const leftOut = new Set(workspace.unreadKeys);
  for (const [key, { id, document }] of resources) {
    const kind = kindOfKey(key);
    if (kind !== null && (!isRead({ kind, id }) || namesUnread({ kind, document }))) leftOut.add(key);
  }
  for (const one of wanted) {
    const key = keyOf(one.kind, one.name);
    const id = resources.get(key)?.id ?? null;
    if (!isRead({ kind: one.kind, id }) || namesUnread(one)) leftOut.add(key);
  }
  const ids = new Set([...leftOut].map((key) => `${kindOfKey(key)}/${resources.get(key)?.id}`));
  const isIn = (key: string, id: string) => !leftOut.has(key) && !ids.has(id);
  return {
    live: live.filter(({ kind, name, id }) => isIn(keyOf(kind, name), `${kind}/${id}`)),
    wanted: wanted.filter(({ kind, name }) => !leftOut.has(keyOf(kind, name))),
    resources: new Map([...resources].filter(([key]) => !leftOut.has(key))),
    leftOut,
  };
}

/** Says what cannot be read, and why: a warning where the folder has some of it. */
export async function noteUnread({ print }: Session, { workspace }: Pick<DisplayedSides, 'workspace'>): Promise<void> {
  for (const [what, why] of workspace.unread) {
    const text = harmless(`${what}: not read, so left alone: ${why}`);
    await (workspace.isWhole ? print.note(text) : print.warn(text));
  }
}

// What is wrong with a folder, or with one file of it that the service refused, with lines.

export async function refusedFolder(
  session: Session,
  { files, folder }: ReadFolder,
  problems: readonly FileProblem[],
): Promise<CliError> {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const message = `${folder.displayed === '.' ? 'the folder' : folder.displayed} has ${counted(errors.length, 'error')}`;
  return await refusal(session, files, errors, `${message}; nothing was sent`);
}

const withHint = ({ code, message, details }: CliError, hint: string): CliError =>
  new CliError('refused', code, message, { hint, details });

export async function unknownNamesRefused(
  session: Session,
  files: readonly ResourceFile[],
  problems: readonly FileProblem[],
): Promise<CliError> {
  const count = problems.length === 1 ? 'a name is' : `${problems.length} names are`;
  const error = await refusal(session, files, problems, `${count} not known in the workspace; nothing was sent`);
  return withHint(error, 'reach.yaml can say what it is called there: names: { PROFILE: { identity: { … } } }');
}

export async function strangeKeysRefused(
  session: Session,
  files: readonly ResourceFile[],
  warnings: readonly FileProblem[],
): Promise<CliError> {
  const problems = warnings.map((one) => ({ ...one, severity: 'error' as const }));
  const keys = problems.length === 1 ? 'a key is' : `${problems.length} keys are`;
  const message = `${keys} unknown to reach, and no record of the service has ${problems.length === 1 ? 'it' : 'them'}`;
  const error = await refusal(session, files, problems, `${message}; nothing was sent`);
  return withHint(error, 'reach apply --no-check sends it all the same');
}

/** What the service, or a name, said against one file in the middle of an apply; any other error as it is. */
export async function refusedInApply(session: Session, file: ResourceFile | null, error: unknown): Promise<unknown> {
  if (file === null) return error;
  if (error instanceof UnknownName) {
    const { name, at } = error.reference;
    const problem = unknownProblem(file, { what: 'name', at, message: error.message });
    return await refusal(session, [file], [problem], `${file.name}: "${name}" is not known in the workspace`);
  }
  const problems = refusedProblems(file, error);
  if (problems === null) return error;
  return await refusal(session, [file], problems, `the service refused ${file.name}`);
}
