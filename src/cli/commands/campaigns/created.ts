// Which campaigns were created from which files, so that creating one twice is not an accident. Kept in the state folder.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../contract/json.ts';
import type { Session } from '../../app/session.ts';
import { targetOf } from '../../import/start/open-service.ts';

export interface Created {
  readonly id: number;
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
    isObject(value) &&
    typeof value['id'] === 'number' &&
    typeof value['name'] === 'string' &&
    typeof value['createdAt'] === 'string'
  );
}

function allOf(session: Session): (readonly [key: string, created: Created])[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(pathOf(session), 'utf8'));
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

/** Remembers it. The campaign exists: failing to remember it is only a warning. */
export async function rememberCreated(
  session: Session,
  body: unknown,
  { id, name, createdAt }: Created,
): Promise<void> {
  const key = keyOf(session, body);
  const others = allOf(session).filter(([known]) => known !== key);
  const kept = [...others, [key, { id, name, createdAt }] as const].slice(-KEPT_MAX);
  const path = pathOf(session);
  try {
    mkdirSync(session.paths.state, { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.${session.io.pid}`, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 });
    renameSync(`${path}.${session.io.pid}`, path);
  } catch {
    await session.print.warn('cannot remember that this file was created: creating it again will not ask');
  }
}
