// What every command of an outreach folder begins with: the folder, its files, its profile, its lock, its workspace.

import { didYouMean } from '../../../rules/nearest.ts';
import { type Document, keyOf, kindOfKey, RESOURCE_KINDS, type ResourceKind } from '../../../rules/outreach/kinds.ts';
import type { WantedResource, Workspace } from '../../../rules/outreach/lock.ts';
import { newestOf } from '../../../rules/outreach/plan.ts';
import { aliasesOf } from '../../../rules/outreach/settings.ts';
import { openSession, type Session } from '../../session/session.ts';
import { whyUnreadable } from '../../shared/unreadable.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { filled } from '../../terminal/settings.ts';
import type { OutreachFolder } from '../folder/folder.ts';
import { withSources } from '../folder/import-sources.ts';
import { LockFile } from '../folder/lock-file.ts';
import { type ReadFolder, readFolder, warnOfStrays } from '../folder/read.ts';
import { type Selects, selecting } from '../workspace/records.ts';
import { LiveWorkspace } from '../workspace/workspace.ts';
import { checkedFolder, wantedOf } from './check.ts';
import { type ReadableSides, readableSides } from './readable.ts';
import { refusedFolder } from './refused.ts';

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
