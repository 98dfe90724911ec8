// One request per contact, however many: within the rate, each contact once, and continued by the same command after a kill.

import type { Client } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import type { RequestInput } from '../../../client/request.ts';
import { parseRate, type Rate } from '../../../client/retry/pacer.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { storeFolder, waitReason, waitText } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { openProgress, type Progress } from '../../terminal/progress.ts';
import { ContactJournal, type ContactWork } from './contact-journal.ts';

/** `same`: but for the service. */
export interface OnePerContact extends ContactWork {
  readonly route: Route;
  readonly rate: Rate | null;
  /** Starts over, even if an interrupted command could be continued. */
  readonly fresh: boolean;
  readonly contactIds: readonly number[];
  readonly inputFor: (contactId: number, requestId: string | undefined) => RequestInput;
  /** Makes the id by which the service knows a repeated request; null where it takes none. */
  readonly newRequestId: (() => string) | null;
  /** Whether a request that is sent twice has the same effect as once. */
  readonly isRepeatable: boolean;
  /** Whether contacts that are done stay so after the last one, for a day. */
  readonly isKept: boolean;
  /** A failure of this contact only; null for failures that stop the command. */
  readonly reasonOf: (error: unknown) => string | null;
  /** The word for contacts that failed, beside the progress bar. */
  readonly failed: string;
}

/** `EARLIER`: done by an earlier process. `UNKNOWN`: an earlier process got no answer, and repeating may do it twice. */
export interface ContactResult {
  readonly contactId: number;
  readonly is: 'DONE' | 'FAILED' | 'EARLIER' | 'UNKNOWN';
  readonly data?: unknown;
  readonly error?: string;
}

export function rateOf(text: string | undefined): Rate | null {
  if (text === undefined) return null;
  const rate = parseRate(text);
  if (rate === null) throw new UsageError(`--rate ${text}: not a rate`, { hint: 'such as 30/60s' });
  return rate;
}

/** Commands at two services are not the same. */
const atService = (session: Session, { same, ...work }: ContactWork): ContactWork => ({
  ...work,
  same: [session.profile().baseUrl?.value ?? `local ${storeFolder(session)}`, ...same],
});

/** Contacts that the same command has done already; nothing is written. */
export const doneBefore = (session: Session, work: ContactWork & Pick<OnePerContact, 'fresh'>) =>
  work.fresh ? new Set<number>() : ContactJournal.doneBefore(session.paths, session.io.now(), atService(session, work));

/** The contacts as they are done. Throws what stops it; the same command then continues with the rest. */
export async function* sendOnePerContact(session: Session, work: OnePerContact): AsyncGenerator<ContactResult> {
  const { contactIds, rate } = work;
  const client = await session.client({ ...(rate && { rate }) });
  const journal = await ContactJournal.open(session.paths, session.io, atService(session, work), work.fresh);
  const progress = progressOf(session, work.failed);
  const of = contactIds.length;
  const replayed = contactIds.filter((id) => journal.isDone(id)).length;
  let [rows, errors, isOver] = [replayed, 0, false];
  progress.update({ rows, of, errors, replayed });
  try {
    await resume(session, client, journal, work);
    for (const contactId of contactIds) {
      if (journal.isDone(contactId)) {
        yield { contactId, is: 'EARLIER' };
        continue;
      }
      const result = await sendOne(session, { client, journal, progress }, work, contactId);
      if (result.is !== 'DONE') errors += 1;
      rows += 1;
      progress.update({ rows, of, errors, replayed });
      yield result;
    }
    isOver = true;
  } finally {
    await progress.end();
    await journal.close(isOver && !work.isKept);
    const { print, io } = session;
    if (!isOver && !io.stdout.closed && of > 1)
      await print.note(`${journal.doneCount} of ${of} contacts are done; run the same command to continue`);
  }
}

/** A list on a terminal appears at the end: until then there is a progress bar. A pipe gets the rows at once. */
function progressOf({ io, settings }: Session, failed: string): Progress {
  const quiet = settings.quiet || !io.stderr.isTTY;
  return openProgress({ io, quiet, words: { unit: 'contacts', failed } });
}

async function resume({ print }: Session, client: Client, journal: ContactJournal, work: OnePerContact) {
  const used = journal.used();
  if (used === null) return;
  client.resumePace(work.route, used);
  if (journal.doneCount === 0) return;
  await print.note(`continuing: ${journal.doneCount} of ${work.contactIds.length} contacts are done`);
}

async function sendOne(
  { io, print }: Session,
  {
    client,
    journal,
    progress,
  }: { readonly client: Client; readonly journal: ContactJournal; readonly progress: Progress },
  { route, inputFor, newRequestId, isRepeatable, reasonOf }: OnePerContact,
  contactId: number,
): Promise<ContactResult> {
  const earlier = journal.unanswered(contactId);
  if (!isRepeatable && earlier !== undefined && (newRequestId === null || earlier.requestId === undefined)) {
    return { contactId, is: 'UNKNOWN' };
  }
  const requestId = newRequestId === null ? undefined : (earlier?.requestId ?? newRequestId());
  try {
    const { data } = await client.call(route, inputFor(contactId, requestId), {
      signal: io.interrupt,
      isRepeatable: isRepeatable || requestId !== undefined,
      onTurn: () => journal.sent(contactId, requestId),
      onWait: (wait) => {
        if (io.stderr.isTTY) progress.wait(waitReason(wait), wait.waitMs);
        else void print.note(waitText(wait));
      },
    });
    await journal.done(contactId, null, client.pace(route).learnt);
    return { contactId, is: 'DONE', data };
  } catch (failure) {
    // The earlier attempt was received, with a text that reads otherwise now.
    const isUsed = requestId !== undefined && failure instanceof ApiError && failure.code === 'conflict';
    if (isUsed && earlier !== undefined) return { contactId, is: 'UNKNOWN' };
    const error = reasonOf(failure);
    if (error === null) throw failure;
    await journal.done(contactId, error, client.pace(route).learnt);
    return { contactId, is: 'FAILED', error };
  }
}
