// A request that creates something is noted in a journal before it is sent. One that was never answered may still arrive: whoever
// is about to create the same looks for it first. A journal for each thing and place, in the state folder.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ApiError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/transport.ts';
import { isObject } from '../../contract/json.ts';
import { type DoneEntry, type Journal, type JournalKind, openJournalFolder, type SentEntry } from '../files/journal.ts';
import { LOCK_PATIENCE_MS, lockedError } from '../files/lock.ts';
import type { Session } from '../session/session.ts';
import { isDiskFull, isSystemError } from '../terminal/system-error.ts';
import { targetOf } from './approval.ts';

/**
 * A request that we gave up on may still be under way, or be worked on. A service that has not started with it after twice the
 * time an attempt may take is taken to have dropped it: only then is it sent again.
 */
const ARRIVES_WITHIN = 2;

/** When a request that is sent now can no longer arrive. */
export const deadlineOf = (at: number, timeoutMs: number, isInProcess: boolean): number =>
  isInProcess ? at : at + ARRIVES_WITHIN * timeoutMs;

/** Never longer than a request may take, even where our clock was set back since. */
export const untilExpiredMs = ({ at, deadline }: { readonly at: number; readonly deadline: number }, now: number) =>
  Math.max(0, Math.min(deadline - now, deadline - at));

export type OnTurn = (timeoutMs: number) => Promise<void>;

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Of what is created, and where. */
export const keyOf = (session: Session, value: unknown) => `${hashOf(targetOf(session)).slice(0, 16)}-${hashOf(value)}`;

/** `deadline`: older versions did not note it. */
interface CreationSent extends SentEntry {
  readonly deadline?: number;
}

/** The one request of a journal. */
export const CREATION = 1;

export interface CreationKind<D extends DoneEntry> {
  /** The folder of its kind, and its own within. */
  readonly folder: readonly [kind: string, key: string];
  /** `this campaign`. */
  readonly noun: string;
  readonly isDone: JournalKind<CreationSent, D>['isDone'];
  /** How to find out whether it was created. */
  readonly find: string;
}

export interface Creation<D extends DoneEntry> {
  /** Null where nothing can be stored. */
  readonly journal: Journal<CreationSent, D> | null;
  /** Looks for what an unanswered request has created; if it is not there, once more when none can arrive any more. */
  readonly find: <T>(look: (firstSentAt: number | null) => Promise<T | null>) => Promise<T | null>;
  /** Sends the request, which calls `onTurn` right before it goes out; one that is refused is forgotten. */
  readonly send: <T>(request: (onTurn: OnTurn) => Promise<T>) => Promise<T>;
  /** Nothing is open any more, and what was created is noted elsewhere. */
  readonly forget: () => void;
}

/**
 * Does the work while no other process creates the same in the same place. Where nothing can be stored, each process is on
 * its own.
 */
export async function creating<D extends DoneEntry, T>(
  session: Session,
  { folder: names, noun, isDone, find }: CreationKind<D>,
  work: (creation: Creation<D>) => Promise<T>,
): Promise<T> {
  const { io, paths, print } = session;
  const folder = join(paths.state, ...names);
  const kind: JournalKind<CreationSent, D> = {
    header: { journal: 'campaign', version: 1 },
    isSent: (value): value is CreationSent =>
      isObject(value) && value['sent'] === CREATION && typeof value['at'] === 'number',
    isDone,
    startOverHint: `delete ${folder}, once ${find} shows whether it was created`,
  };
  const opened = await openJournalFolder(folder, io, {
    kind,
    isStale: () => false,
    patienceMs: LOCK_PATIENCE_MS,
    busy: (holder) => lockedError('later', `another process is creating ${noun}`, holder),
  }).catch(ifUnwritable);
  const requests = () => {
    const state = opened?.journal.state(CREATION);
    return state !== undefined && 'requests' in state ? state.requests : [];
  };
  let isOver = false;
  try {
    return await work({
      journal: opened?.journal ?? null,
      find: async (look) => {
        const [first, last] = [requests()[0]?.at ?? null, requests().at(-1)];
        const found = await look(first);
        const waitMs = last === undefined ? 0 : untilExpiredMs({ deadline: last.at, ...last }, io.now());
        if (found !== null || waitMs === 0) return found;
        await print.note(`waiting ${Math.ceil(waitMs / 1000)} s: a request to create ${noun} may still arrive`);
        await io.sleep(waitMs, io.interrupt);
        return await look(first);
      },
      send: async (request) => {
        const isInProcess = session.profile().baseUrl === null;
        const onTurn: OnTurn = async (timeoutMs) => {
          const at = io.now();
          await opened?.journal.sent({ sent: CREATION, at, deadline: deadlineOf(at, timeoutMs, isInProcess) });
        };
        return await request(onTurn).catch((error: unknown) => {
          isOver = isRefused(error);
          throw error;
        });
      },
      forget: () => {
        isOver = true;
      },
    });
  } finally {
    const is = opened?.journal.state(CREATION).is;
    await opened?.close(is === 'unknown' || (isOver && is === 'unanswered'));
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError ? error.status < 500 : error instanceof NetworkError && error.sent === 'no';

function ifUnwritable(error: unknown): null {
  // A disk that fails once must not lose what the next process has to know.
  if (isSystemError(error) && !isDiskFull(error) && error.code !== 'EIO') return null;
  throw error;
}
