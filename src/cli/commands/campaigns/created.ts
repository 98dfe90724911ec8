// Which campaigns were created from which files, so that creating one twice is not an accident: a journal for each body and
// place, in the state folder. A request without an answer is settled by looking the campaign up.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import { keptText } from '../../files/bounded-read.ts';
import { type JournalKind, type OpenJournal, openJournalFolder, type SentEntry } from '../../files/journal.ts';
import { LOCK_PATIENCE_MS, lockedError } from '../../files/lock.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer/known.ts';
import { targetOf } from '../../shared/target.ts';
import { CliError } from '../../terminal/exit.ts';
import { isSystemError } from '../../terminal/system-error.ts';

export interface Created {
  readonly id: AnyId;
  readonly name: string;
  /** By the service: after a reset the same id is another campaign. */
  readonly createdAt: string;
}

interface CreatedEntry extends Created {
  readonly done: number;
}

type CreationJournal = OpenJournal<SentEntry, CreatedEntry>;

/** The one request of a journal. */
const CREATION = 1;
/** How far the clock of the service may be behind ours. */
const CLOCK_SKEW_MS = 600_000;

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Comments, order of lines and the name of the file do not count: what would be sent does. */
const keyOf = (session: Session, body: unknown) => `${hashOf(targetOf(session)).slice(0, 16)}-${hashOf(body)}`;

function isCreated(value: unknown): value is Created {
  return (
    isObject(value) && isId(value['id']) && typeof value['name'] === 'string' && typeof value['createdAt'] === 'string'
  );
}

const kindOf = (folder: string): JournalKind<SentEntry, CreatedEntry> => ({
  header: { journal: 'campaign', version: 1 },
  isSent: (value): value is SentEntry =>
    isObject(value) && value['sent'] === CREATION && typeof value['at'] === 'number',
  isDone: (value): value is CreatedEntry => isObject(value) && value['done'] === CREATION && isCreated(value),
  startOverHint: `delete ${folder}, once reach campaign list shows whether the campaign was created`,
});

/** An answer may lack what the interface does not show. */
type CreatedAnswer = { readonly [P in keyof Created]?: Created[P] | undefined };

export interface Creation {
  /** What this body was created as in the same place; null when it was not, as far as is known here. */
  readonly before: () => Promise<Created | null>;
  /** Sends the request, and remembers what was created. */
  readonly send: <T extends CreatedAnswer>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Does the work while no other process creates the same body in the same place. Where nothing can be stored, each process is
 * on its own.
 */
export async function creatingOnce<T>(
  session: Session,
  body: { readonly name: string },
  work: (creation: Creation) => Promise<T>,
): Promise<T> {
  const key = keyOf(session, body);
  const folder = join(session.paths.state, 'campaigns', key);
  const opened = await openJournalFolder(folder, session.io, {
    kind: kindOf(folder),
    isStale: () => false,
    patienceMs: LOCK_PATIENCE_MS,
    busy: (holder) => lockedError('later', 'another process is creating this campaign', holder),
  }).catch(ifUnwritable);
  let isRefused = false;
  try {
    return await work({
      before: async () =>
        (opened && (await answerOf(session, opened, body.name))) ?? createdByOlderVersion(session, key),
      send: async (request) => {
        let isKept = await kept(opened?.journal.sent({ sent: CREATION, at: session.io.now() }));
        const created = await request().catch((error: unknown) => {
          isRefused = error instanceof ApiError && error.status < 500;
          throw error;
        });
        const [known] = having([created], 'id', 'name', 'createdAt');
        if (known !== undefined) {
          const { id, name, createdAt } = known;
          isKept &&= await kept(opened?.journal.answered({ done: CREATION, id, name, createdAt }, true));
          // The campaign exists: this is only a warning.
          if (!isKept)
            await session.print.warn('cannot remember that this file was created: creating it again will not ask');
        }
        return created;
      },
    });
  } finally {
    const is = opened?.journal.state(CREATION).is;
    await opened?.close(is === 'unknown' || (isRefused && is === 'unanswered'));
  }
}

function ifUnwritable(error: unknown): null {
  if (isSystemError(error)) return null;
  throw error;
}

/** Whether the entry was written. */
async function kept(writing: Promise<void> | undefined): Promise<boolean> {
  try {
    await writing;
    return writing !== undefined;
  } catch (error) {
    if (error instanceof CliError && error.code === 'journal') return false;
    throw error;
  }
}

async function answerOf(session: Session, { journal }: CreationJournal, name: string): Promise<Created | null> {
  const state = journal.state(CREATION);
  if (state.is === 'unknown') return null;
  if (state.is === 'done') return await journal.answer(CREATION);
  const [first] = 'requests' in state ? state.requests : [];
  const found = first === undefined ? null : await foundSince(session, name, first.at - CLOCK_SKEW_MS);
  if (found !== null) await kept(journal.answered({ done: CREATION, ...found }, true));
  return found ?? (state.is === 'reopened' ? await journal.answer(CREATION) : null);
}

/** The campaign that a request without an answer has created. */
async function foundSince(session: Session, wanted: string, since: number): Promise<Created | null> {
  const { call } = await session.client();
  for await (const campaign of listPages(call, 'campaigns', 'list', {}, { signal: session.io.interrupt })) {
    const [known] = having([campaign], 'id', 'name', 'createdAt');
    if (known === undefined || known.name !== wanted || Date.parse(known.createdAt) < since) continue;
    const { id, name, createdAt } = known;
    return { id, name, createdAt };
  }
  return null;
}

/** Versions up to 0.2 had one file for all campaigns. */
function createdByOlderVersion({ paths }: Session, key: string): Created | null {
  try {
    const all: unknown = JSON.parse(keptText(join(paths.state, 'campaigns.json')) ?? '{}');
    const created = isObject(all) ? getOwn(all, key) : undefined;
    return isCreated(created) ? created : null;
  } catch {
    return null;
  }
}
