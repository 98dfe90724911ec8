// The work of inbox tag and untag.

import type { Command, OptionValues } from 'commander';
import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { collect, completing } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { assertExpected, type ExpectOptions, withSafeguards } from '../../shared/effects/expected.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { taggedView } from '../../shared/views/inbox.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { rateOf, sendOnePerContact } from './one-per-contact.ts';
import { tagIdsOf, type UnknownTag, unknownTags } from './tag-names.ts';

type Verb = 'tag' | 'untag';

/** What the requests are made of. */
interface Tagging {
  readonly verb: Verb;
  readonly senderIdentityId: number | null;
  readonly contactIds: readonly number[];
}

interface TaggingOptions extends ExpectOptions {
  readonly tag?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly create?: true | undefined;
  readonly rate?: string | undefined;
  readonly new?: true | undefined;
  readonly dryRun?: true | undefined;
}

/** A failure of this contact only; null for failures that stop the command. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) return null;
  return Array.isArray(error.details?.['unknownIds']) ? null : error.message;
}

/** The requests, starting with those that create tags, whose ids are not known yet. */
async function printRequests(session: Session, wanted: Tagging, options: TaggingOptions) {
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
  if (options.dryRun === true) return await printRequests(session, { verb, senderIdentityId, contactIds }, options);
  const tagIds = await tagIdsOf(session, options.tag, ifUnknown(verb, options));
  const body = { tagIds, ...(senderIdentityId !== null && { senderIdentityId }) };
  const route = verb === 'tag' ? routes.inbox.addTags : routes.inbox.removeTags;
  const inputFor = (contactId: number) => ({ params: { contactId }, body });
  await assertExpected(
    session,
    options,
    contactIds.map((contactId) => planned(route, inputFor(contactId))),
  );
  const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  const results = sendOnePerContact(session, {
    journal: 'tagging',
    same: [verb, sorted(tagIds), senderIdentityId, sorted(contactIds)],
    ifRemoved: 'tagging a contact twice has the same effect as once',
    ...{ route, rate, contactIds, inputFor, reasonOf },
    fresh: options.new === true,
    newRequestId: null,
    isRepeatable: true,
    isKept: false,
    failed: 'not found',
  });
  let exit: ExitName | undefined;
  const rows = async function* () {
    for await (const { contactId, is, error } of results) {
      if (is === 'EARLIER') continue;
      if (is !== 'DONE') exit = 'bad';
      yield { contactId, tagIds, success: is === 'DONE', ...(error !== undefined && { error }) };
    }
  };
  await session.print.list(taggedView, rows());
  return exit;
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
