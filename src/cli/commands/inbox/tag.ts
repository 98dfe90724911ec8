// reach inbox tag, and untag.

import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { isIdText } from '../../../contract/ids.ts';
import type { Tag } from '../../../contract/inbox/endpoints.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { About } from '../../session/about.ts';
import { collect, does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer.ts';
import { createdId } from '../../shared/created.ts';
import { assertExpected, withSafeguards } from '../../shared/effects/expected.ts';
import { identityIdOf } from '../../shared/lookup/by-name.ts';
import { named } from '../../shared/lookup/match.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { taggedView } from '../../shared/views/inbox.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { CliError, type ExitName, UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { filled } from '../../terminal/settings.ts';
import { rateOf, sendOnePerContact } from './one-per-contact.ts';

// Tags by name or id on the command line.

async function byName(session: Session, name: string): Promise<(Tag & { readonly id: number }) | undefined> {
  const { call } = await session.client();
  const list = (spelling: string) =>
    listPages(call, 'inbox', 'tags', { query: { name: spelling } }, { filtersItself: true });
  return having(await named(name, list), 'id')[0];
}

/** The id of a tag that is created now; looked up where the answer does not contain it. */
async function createdTag(session: Session, text: string): Promise<number> {
  const name = text.normalize('NFC');
  const { id } = await (await session.api()).inbox.createTag({ body: { name } });
  const message = { what: `the tag "${name}"`, find: 'reach inbox tags' };
  return await createdId(id, message, async () => (await byName(session, name))?.id);
}

/** What happens with the name of an unknown tag: it is refused, also with a hint at `--create`, or the tag is created. */
type UnknownTag = 'refuse' | 'offer' | 'create';

async function unknownTags(session: Session, words: readonly string[]): Promise<string[]> {
  const names = [...new Set(words.map((word) => word.trim()).filter((word) => !isIdText(word)))];
  const found = await Promise.all(names.map((name) => byName(session, name)));
  return names.filter((_, at) => found[at] === undefined);
}

/** Ids are taken as they are, names looked up. Exit 5 for an unknown name, unless it is to be created. */
export async function tagIdsOf(
  session: Session,
  words: readonly string[],
  ifUnknown: UnknownTag = 'refuse',
): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words.map((input) => filled(input, '--tag').trim())) {
    if (isIdText(word)) {
      ids.add(Number(word));
      continue;
    }
    const known = await byName(session, word);
    if (known !== undefined) ids.add(known.id);
    else if (ifUnknown === 'create') ids.add(await createdTag(session, word));
    else {
      const create = ifUnknown === 'offer' ? '; --create creates it' : '';
      throw new CliError('notFound', 'not_found', `no tag "${word}"`, { hint: `list them: reach inbox tags${create}` });
    }
  }
  return [...ids];
}

// The work of inbox tag and untag.

const ROUTES = { tag: routes.inbox.addTags, untag: routes.inbox.removeTags } as const;
type Verb = keyof typeof ROUTES;

type TaggingOptions = OptionsOf<typeof declare> & { readonly create?: true | undefined };

/** A failure of this contact only; null for failures that stop the command. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) return null;
  return Array.isArray(error.details?.['unknownIds']) ? null : error.message;
}

/** Why the only contact would be refused, which is a row of the command and no error; null where it would not. */
const refusedOf = (dryRun: Promise<void>): Promise<string | null> =>
  dryRun.then(
    () => null,
    (error: unknown) => {
      const why = reasonOf(error);
      if (why === null) throw error;
      return why;
    },
  );

/** The requests that create tags, whose ids are not known yet, and those of the contacts. */
async function requestsFor(
  session: Session,
  wanted: { readonly verb: Verb; readonly senderIdentityId: number | null; readonly contactIds: readonly number[] },
  options: TaggingOptions,
) {
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
  return {
    creating: missing.map((name) => planned(routes.inbox.createTag, { body: { name } })),
    tagging: contactIds.map((contactId) => planned(ROUTES[verb], { params: { contactId }, body })),
  };
}

function ifUnknown(verb: Verb, { create }: TaggingOptions): UnknownTag {
  if (verb === 'untag') return 'refuse';
  return create === true ? 'create' : 'offer';
}

async function changeTags(
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
  const isDry = options.dryRun === true;
  if (isDry || options.expect !== undefined) {
    const { creating, tagging } = await requestsFor(session, { verb, senderIdentityId, contactIds }, options);
    const why = isDry ? await refusedOf(printDryRun(session, [...creating, ...tagging])) : null;
    if (why !== null) {
      await session.print.warn(harmless(why));
      return 'bad';
    }
    await assertExpected(session, options, tagging);
    if (isDry) return;
  }
  const tagIds = await tagIdsOf(session, options.tag, ifUnknown(verb, options));
  const body = { tagIds, ...(senderIdentityId !== null && { senderIdentityId }) };
  const inputFor = (contactId: number) => ({ params: { contactId }, body });
  const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  const results = sendOnePerContact(session, {
    journal: 'tagging',
    same: [verb, sorted(tagIds), senderIdentityId, sorted(contactIds)],
    ifRemoved: 'tagging a contact twice has the same effect as once',
    ...{ route: ROUTES[verb], rate, contactIds, inputFor, reasonOf },
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

const declare = (verb: Verb, texts: Pick<About, 'summary' | 'examples'>) =>
  withSafeguards(
    writes(verb, {
      ...texts,
      description:
        'One request per contact, 30 per minute. If it is interrupted, the same command continues with the remaining contacts, for a day.',
      uses: [ROUTES[verb], routes.inbox.tags, routes.identities.list, routes.contacts.search],
      view: taggedView,
      json: { each: ROUTES[verb] },
      output: 'one row per contact, as it is done',
      exits: ['bad', 'notFound', 'conflict'],
      replaces: verb === 'untag',
    }),
  )
    .argument('<contacts...>', 'ids, emails, or first and last names (- = ids on standard input)')
    .option('--tag <name|id>', 'the tag; repeatable', collect)
    .option('--from <identity>', 'only conversations with this sender: name, email or id')
    .option('--new', 'start over instead of continuing an interrupted command')
    .option('--rate <n/time>', 'another rate, such as 30/60s');

export const tagCommand = does(
  () =>
    declare('tag', {
      summary: 'Add tags to contacts, or to their conversations with one sender',
      examples: [
        ['reach inbox tag 4711 --tag Interested', 'in all conversations of the contact'],
        ['reach inbox tag 4711 4712 --tag Hot --create --from "Robin Hale"', 'with one sender; a new tag'],
        ['reach contacts search --include jobTitle=CTO --all -o id | reach inbox tag - --tag CTO', 'from a search'],
      ],
    }).option('--create', 'create the tag if it does not exist'),
  (session, contacts, options) => changeTags(session, contacts, options, 'tag'),
);

export const untagCommand = does(
  () =>
    declare('untag', {
      summary: 'Remove tags from contacts, or from their conversations with one sender',
      examples: [
        ['reach inbox untag 4711 --tag Interested', 'from the contact and all its conversations'],
        ['reach inbox untag ada@engines.example --tag 3 --from 2', 'from the conversations with one sender'],
        ['reach inbox threads --tag "Not now" --all -o id | reach inbox untag - --tag "Not now"', 'from everyone'],
      ],
    }),
  (session, contacts, options) => changeTags(session, contacts, options, 'untag'),
);
