// The work of inbox tag and untag.

import type { Command, OptionValues } from 'commander';
import type { Client } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { parseRate, type Rate } from '../../../client/retry/pacer.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { collect, completing } from '../../session/command.ts';
import { storeFolder, waitReason, waitText } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { assertExpected, type ExpectOptions, withSafeguards } from '../../shared/effects/expected.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { taggedView } from '../../shared/views/inbox.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { openProgress, type Progress } from '../../terminal/progress.ts';
import { tagIdsOf, type UnknownTag, unknownTags } from './tag-names.ts';
import { type Tagging, TaggingJournal } from './tagging-journal.ts';

/** One row of what is printed. */
interface Tagged {
  readonly contactId: number;
  readonly tagIds: readonly number[];
  readonly success: boolean;
  /** Why not. */
  readonly error?: string;
}

interface TaggingRequest extends Omit<Tagging, 'service'> {
  /** Starts over, even if an interrupted command could be continued. */
  readonly fresh: boolean;
}

interface TaggingRun {
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
function runTagging(session: Session, wanted: TaggingRequest, rate: Rate | null): TaggingRun {
  let failed = 0;
  return {
    failed: () => failed,
    rows: (async function* () {
      const client = await session.client({ ...(rate && { rate }) });
      const service = session.profile().baseUrl?.value ?? `local ${storeFolder(session)}`;
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

async function resume(session: Session, client: Client, journal: TaggingJournal, wanted: TaggingRequest) {
  const used = journal.used();
  if (used === null) return;
  client.resumePace(rowOf(wanted), used);
  if (journal.doneCount === 0) return;
  await session.print.note(`continuing: ${journal.doneCount} of ${wanted.contactIds.length} contacts are done`);
}

/** Why the contact failed, or null. */
async function change(
  { io, print }: Session,
  {
    client,
    journal,
    progress,
  }: { readonly client: Client; readonly journal: TaggingJournal; readonly progress: Progress },
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

async function reportRest({ print, io }: Session, { contactIds }: TaggingRequest, journal: TaggingJournal) {
  if (io.stdout.closed || contactIds.length === 1) return;
  await print.note(`${journal.doneCount} of ${contactIds.length} contacts are done; run the same command to continue`);
}

interface TaggingOptions extends ExpectOptions {
  readonly tag?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly create?: true | undefined;
  readonly rate?: string | undefined;
  readonly new?: true | undefined;
  readonly dryRun?: true | undefined;
}

type Verb = TaggingRequest['verb'];

function rateOf(text: string | undefined): Rate | null {
  if (text === undefined) return null;
  const rate = parseRate(text);
  if (rate === null) throw new UsageError(`--rate ${text}: not a rate`, { hint: 'such as 30/60s' });
  return rate;
}

/** The requests, starting with those that create tags, whose ids are not known yet. */
async function printRequests(session: Session, wanted: Omit<TaggingRequest, 'tagIds'>, options: TaggingOptions) {
  const { contactIds, senderIdentityId, verb } = wanted;
  const words = options.tag ?? [];
  const missing = options.create === true ? await unknownTags(session, words) : [];
  const known = await tagIdsOf(
    session,
    words.filter((word) => !missing.includes(word.trim())),
    verb === 'tag' ? 'offer' : 'refuse',
  );
  const tagIds = [...known, ...missing.map((name) => `(the id of ${name})`)];
  const body = { tagIds, ...(senderIdentityId !== null && { senderIdentityId }) };
  const row = verb === 'tag' ? routes.inbox.addTags : routes.inbox.removeTags;
  await printDryRun(session, [
    ...missing.map((name) => planned(routes.inbox.createTag, { body: { name } })),
    ...contactIds.map((contactId) => planned(row, { params: { contactId }, body })),
  ]);
}

function ifUnknown(verb: Verb, { create }: TaggingOptions): UnknownTag {
  if (verb === 'untag') return 'refuse';
  return create === true ? 'create' : 'offer';
}

export async function changeTags(
  session: Session,
  words: readonly string[],
  options: TaggingOptions,
  verb: Verb,
): Promise<ExitName | void> {
  if (options.tag === undefined)
    throw new UsageError('--tag is missing', { hint: 'the name or id of a tag; repeatable' });
  const rate = rateOf(options.rate);
  const contactIds = await recordIdsOf(session, 'contact', words, { mayBeNone: true });
  // The ids may come from a search without results.
  if (contactIds.length === 0) return await session.print.note('no contacts given: nothing to do');
  const senderIdentityId = options.from === undefined ? null : await identityIdOf(session, options.from);
  const wanted = { verb, senderIdentityId, contactIds, fresh: options.new === true };
  if (options.dryRun === true) return await printRequests(session, wanted, options);
  const tagIds = await tagIdsOf(session, options.tag, ifUnknown(verb, options));
  const body = { tagIds, ...(senderIdentityId !== null && { senderIdentityId }) };
  const row = verb === 'tag' ? routes.inbox.addTags : routes.inbox.removeTags;
  const requests = contactIds.map((contactId) => planned(row, { params: { contactId }, body }));
  await assertExpected(session, options, requests);
  const run = runTagging(session, { ...wanted, tagIds }, rate);
  await session.print.list(taggedView, run.rows);
  return run.failed() > 0 ? 'bad' : undefined;
}

export const TAGGING =
  'One request per contact, 30 per minute. If it is interrupted, the same command continues with the remaining contacts, for a day.';

export const withTagging = <O extends OptionValues, G extends OptionValues>(command: Command<[], O, G>) =>
  completing(
    withSafeguards(command)
      .argument('<contacts...>', 'ids, emails, or first and last names (- = ids on standard input)')
      .option('--tag <name|id>', 'the tag; repeatable', collect)
      .option('--from <identity>', 'only conversations with this sender: name, email or id')
      .option('--new', 'start over instead of continuing an interrupted command')
      .option('--rate <n/time>', 'another rate, such as 30/60s'),
    { '--tag': 'tags', '--from': 'identities' },
  );
