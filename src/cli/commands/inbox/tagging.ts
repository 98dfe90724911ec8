// Adds or removes tags: one request per contact, within the rate, each contact once; continues an interrupted command.

import type { Client } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Rate } from '../../../client/retry/pacer.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { localFolder, waitReason, waitText } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { openProgress, type Progress } from '../../terminal/progress.ts';
import { type Tagging, TaggingJournal } from './tagging-journal.ts';

/** One row of what is printed. */
interface Tagged {
  readonly contactId: number;
  readonly tagIds: readonly number[];
  readonly success: boolean;
  /** Why not. */
  readonly error?: string;
}

export interface TaggingRequest extends Omit<Tagging, 'service'> {
  /** Starts over, even if an interrupted command could be continued. */
  readonly fresh: boolean;
}

export interface TaggingRun {
  /** The contacts as they are done. Throws what stops it; the same command then continues with the rest. */
  readonly rows: AsyncIterable<Tagged>;
  readonly failed: () => number;
}

const rowOf = ({ verb }: Pick<TaggingRequest, 'verb'>) =>
  verb === 'tag' ? routes.inbox.addTags : routes.inbox.removeTags;

function bodyOf({ tagIds, senderIdentityId }: Pick<TaggingRequest, 'tagIds' | 'senderIdentityId'>) {
  return { tagIds: [...tagIds], ...(senderIdentityId !== null && { senderIdentityId }) };
}

/** A failure of this contact only; null for failures that stop the command. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) return null;
  return Array.isArray(error.details?.['unknownIds']) ? null : error.message;
}

/** Starts, or continues what the same command started before. */
export function runTagging(session: Session, wanted: TaggingRequest, rate: Rate | null): TaggingRun {
  let failed = 0;
  return {
    failed: () => failed,
    rows: (async function* () {
      const client = await session.client({ ...(rate && { rate }) });
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
        if (!isOver) await reportRest(session, wanted, journal);
      }
    })(),
  };
}

/** A list on a terminal appears at the end: until then there is a progress bar. A pipe gets the rows at once. */
function progressOf({ io, settings }: Session): Progress {
  const quiet = settings.quiet || !io.stderr.isTTY;
  const words = { unit: 'contacts', failed: 'not found' };
  return openProgress({ io, quiet, words });
}

async function resume(
  session: Session,
  client: Client,
  journal: TaggingJournal,
  wanted: TaggingRequest,
): Promise<void> {
  const used = journal.used();
  if (used === null) return;
  client.resumePace(rowOf(wanted), used);
  if (journal.doneCount === 0) return;
  await session.print.note(`continuing: ${journal.doneCount} of ${wanted.contactIds.length} contacts are done`);
}

interface Running {
  readonly client: Client;
  readonly journal: TaggingJournal;
  readonly progress: Progress;
}

/** Why the contact failed, or null. */
async function change(
  { io, print }: Session,
  { client, journal, progress }: Running,
  wanted: TaggingRequest,
  contactId: number,
): Promise<string | null> {
  const row = rowOf(wanted);
  const isDisplayed = io.stderr.isTTY;
  let error: string | null = null;
  try {
    const input = { params: { contactId }, body: bodyOf(wanted) };
    await client.call(row, input, {
      signal: io.interrupt,
      // Adding or removing a tag twice has the same effect as once.
      isRepeatable: true,
      onTurn: () => journal.sent(contactId),
      onWait: (wait) => {
        if (isDisplayed) progress.wait(waitReason(wait), wait.waitMs);
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

async function reportRest(
  { print, io }: Session,
  { contactIds }: TaggingRequest,
  journal: TaggingJournal,
): Promise<void> {
  if (io.stdout.closed || contactIds.length === 1) return;
  await print.note(`${journal.doneCount} of ${contactIds.length} contacts are done; run the same command to continue`);
}
