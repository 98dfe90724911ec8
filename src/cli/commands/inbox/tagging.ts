// Tags onto, or off, contacts: one request a contact, within the rate, each contact once, and on where it was cut short.

import type { Client } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Rate } from '../../../client/retry/pacer.ts';
import { routes } from '../../../client/routes/routes.ts';
import { localFolder, waitReason, waitText } from '../../app/connect.ts';
import type { Session } from '../../app/session.ts';
import { openProgress, type Progress } from '../../import/report/progress.ts';
import { type Tagging, TaggingJournal } from './tagging-journal.ts';

/** One row of what is printed. */
interface Tagged {
  readonly contactId: number;
  readonly tagIds: readonly number[];
  readonly success: boolean;
  /** Why not. */
  readonly error?: string;
}

export interface Wanted extends Omit<Tagging, 'service'> {
  /** Begins anew, whatever was left. */
  readonly fresh: boolean;
}

export interface TaggingRun {
  /** The contacts of this run as they are done. Throws what stops it: the rest is left for the same command again. */
  readonly rows: AsyncIterable<Tagged>;
  /** Of the rows. */
  readonly failed: () => number;
}

const rowOf = ({ verb }: Pick<Wanted, 'verb'>) => (verb === 'tag' ? routes.inbox.addTags : routes.inbox.removeTags);

function bodyOf({ tagIds, senderIdentityId }: Pick<Wanted, 'tagIds' | 'senderIdentityId'>) {
  return { tagIds: [...tagIds], ...(senderIdentityId !== null && { senderIdentityId }) };
}

/** What concerns this contact alone, so that the others can go on; null for everything else. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 404) return null;
  return Array.isArray(error.details?.['unknownIds']) ? null : error.message;
}

/** Begins, or goes on with what the same command had begun. */
export function runTagging(session: Session, wanted: Wanted, rate: Rate | null): TaggingRun {
  let failed = 0;
  return {
    failed: () => failed,
    rows: (async function* () {
      const client = await session.client({ sustained: wanted.contactIds.length > 1, ...(rate && { rate }) });
      const service = session.profile().baseUrl?.value ?? `local ${localFolder(session.paths)}`;
      const { fresh, ...same } = wanted;
      const journal = await TaggingJournal.open(session.paths, session.io, { ...same, service }, fresh);
      let isOver = false;
      const progress = progressOf(session);
      const of = wanted.contactIds.length;
      const replayed = wanted.contactIds.filter((id) => journal.isDone(id)).length;
      let rows = replayed;
      progress.update({ rows, of, errors: failed, replayed });
      try {
        await resume(session, client, journal, wanted);
        for (const contactId of wanted.contactIds) {
          if (journal.isDone(contactId)) continue;
          const error = await change(session, { client, journal, progress }, wanted, contactId);
          if (error !== null) failed += 1;
          rows += 1;
          progress.update({ rows, of, errors: failed, replayed });
          yield { contactId, tagIds: wanted.tagIds, success: error === null, ...(error !== null && { error }) };
        }
        isOver = true;
      } finally {
        await progress.end();
        await journal.close(isOver);
        if (!isOver) await sayRest(session, wanted, journal);
      }
    })(),
  };
}

/** A list on a terminal is drawn when it is whole: until then there is a bar. In a pipe the rows themselves tell. */
function progressOf({ io, settings }: Session): Progress {
  const quiet = settings.quiet || !io.stderr.isTTY;
  const words = { unit: 'contacts', failed: 'not found' };
  return openProgress({ out: io.stderr, quiet, words, now: io.now, sleep: io.sleep });
}

async function resume(session: Session, client: Client, journal: TaggingJournal, wanted: Wanted): Promise<void> {
  const used = journal.used();
  if (used === null) return;
  client.resumePace(rowOf(wanted), used);
  if (journal.doneCount === 0) return;
  await session.print.note(
    `going on with what was begun: ${journal.doneCount} of ${wanted.contactIds.length} contacts are done`,
  );
}

interface PipelineOptions {
  readonly client: Client;
  readonly journal: TaggingJournal;
  readonly progress: Progress;
}

/** Gives why the contact could not be done, or null. */
async function change(
  { io, print }: Session,
  { client, journal, progress }: PipelineOptions,
  wanted: Wanted,
  contactId: number,
): Promise<string | null> {
  const row = rowOf(wanted);
  const isShown = io.stderr.isTTY;
  let error: string | null = null;
  try {
    const given = { params: { contactId }, body: bodyOf(wanted) };
    await client.call(row, given, {
      signal: io.interrupt,
      // A tag that is on, or off, already stays so.
      isRepeatable: true,
      onTurn: () => journal.turn(contactId),
      onWait: (wait) => {
        if (isShown) progress.wait(waitReason(wait), wait.waitMs);
        else void print.note(waitText(wait));
      },
    });
  } catch (failure) {
    error = reasonOf(failure);
    if (error === null) throw failure;
  }
  await journal.done(contactId, error, client.pace(row).limit);
  return error;
}

async function sayRest({ print, io }: Session, { contactIds }: Wanted, journal: TaggingJournal): Promise<void> {
  if (io.stdout.closed || contactIds.length === 1) return;
  await print.note(
    `${journal.doneCount} of ${contactIds.length} contacts are done: the same command goes on from there`,
  );
}
