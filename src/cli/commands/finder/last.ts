// The last preview of each target: `last` on the command line instead of a UUID.

import { join } from 'node:path';
import { getOwn } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import { keptText } from '../../files/bounded-read.ts';
import { withLock } from '../../files/lock.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import type { Session } from '../../session/session.ts';
import { targetOf } from '../../shared/target.ts';
import { UsageError } from '../../terminal/exit.ts';

const LAST = 'last';

const pathOf = ({ paths }: Session) => join(paths.state, 'previews.json');
const keyOf = (session: Session) => JSON.stringify(targetOf(session));

function kept(session: Session): Record<string, unknown> {
  try {
    const all: unknown = JSON.parse(keptText(pathOf(session)) ?? '{}');
    return isObject(all) ? { ...all } : {};
  } catch {
    return {};
  }
}

/** The id for a word of the command line. Exit 2 for `last` if there is no preview yet. */
export function previewIdOf(session: Session, text: string): string {
  if (text !== LAST) return text.trim();
  const id = getOwn(kept(session), keyOf(session));
  if (typeof id === 'string') return id;
  throw new UsageError('there is no preview yet', { hint: 'create one: reach finder preview "who to find"' });
}

/** Best effort: if the file cannot be written, only `last` does not work. */
export async function rememberPreview(session: Session, previewId: string): Promise<void> {
  try {
    await withLock(join(session.paths.state, 'previews.lock'), session.io, async () =>
      replacePrivateFile(pathOf(session), JSON.stringify({ ...kept(session), [keyOf(session)]: previewId })),
    );
  } catch {}
}
