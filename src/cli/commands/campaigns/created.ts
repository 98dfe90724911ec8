// Which campaigns were created from which files, so that creating one twice is not an accident. Kept in the state folder.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import type { Session } from '../../app/session.ts';
import { keptText } from '../../files/bounded-read.ts';
import { LOCK_PATIENCE_MS, lockedError, takeLock, withLock } from '../../files/lock.ts';
import { isSystemError } from '../../files/system-error.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import { targetOf } from '../../shared/target/target.ts';

export interface Created {
  readonly id: AnyId;
  readonly name: string;
  /** By the service: after a reset the same id is another campaign. */
  readonly createdAt: string;
}

const KEPT_MAX = 1000;

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Comments, order of lines and the name of the file do not count: what would be sent does. */
const keyOf = (session: Session, body: unknown) => `${hashOf(targetOf(session)).slice(0, 16)}-${hashOf(body)}`;

const pathOf = ({ paths }: Session) => join(paths.state, 'campaigns.json');

function isCreated(value: unknown): value is Created {
  return (
    isObject(value) && isId(value['id']) && typeof value['name'] === 'string' && typeof value['createdAt'] === 'string'
  );
}

function allOf(session: Session): (readonly [key: string, created: Created])[] {
  try {
    const kept: unknown = JSON.parse(keptText(pathOf(session)) ?? '{}');
    if (!isObject(kept)) return [];
    return Object.entries(kept).flatMap(([key, value]) => (isCreated(value) ? [[key, value] as const] : []));
  } catch {
    return [];
  }
}

/** What this body was created as in the same place; null when it was not, as far as is known here. */
export function createdBefore(session: Session, body: unknown): Created | null {
  const key = keyOf(session, body);
  return allOf(session).find(([known]) => known === key)?.[1] ?? null;
}

/**
 * Does the work while no other process creates the same body in the same place. Where nothing can be stored, each process is
 * on its own.
 */
export async function creatingOnce<T>(session: Session, body: unknown, work: () => Promise<T>): Promise<T> {
  const path = join(session.paths.state, 'campaigns', `${keyOf(session, body)}.lock`);
  const lock = await takeLock(path, session.io, LOCK_PATIENCE_MS).catch((error: unknown) => {
    if (isSystemError(error)) return null;
    throw error;
  });
  if (lock !== null && !('release' in lock))
    throw lockedError('later', 'another process is creating this campaign', lock);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

/** Remembers it. The campaign exists: failing to remember it is only a warning. */
export async function rememberCreated(
  session: Session,
  body: unknown,
  { id, name, createdAt }: Created,
): Promise<void> {
  const key = keyOf(session, body);
  try {
    await withLock(join(session.paths.state, 'campaigns.lock'), session.io, async () => {
      const others = allOf(session).filter(([known]) => known !== key);
      const kept = [...others, [key, { id, name, createdAt }] as const].slice(-KEPT_MAX);
      replacePrivateFile(pathOf(session), JSON.stringify(Object.fromEntries(kept)));
    });
  } catch {
    await session.print.warn('cannot remember that this file was created: creating it again will not ask');
  }
}
