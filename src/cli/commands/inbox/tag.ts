// reach inbox tag and untag: tags onto contacts, and off again.

import { parseRate, type Rate } from '../../../client/retry/pacer.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { type ExitName, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { View } from '../../output/formats/cells.ts';
import { taggedView } from '../../output/views/inbox.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { type Making, tagIdsOf, unknownTags } from './tag-names.ts';
import { runTagging, type Wanted } from './tagging.ts';

interface Flags {
  readonly tag?: readonly string[];
  readonly from?: string;
  readonly create?: boolean;
  readonly rate?: string;
  readonly new?: boolean;
  readonly dryRun?: boolean;
}

type Verb = 'tag' | 'untag';

function rateOf(text: string | undefined): Rate | null {
  if (text === undefined) return null;
  const rate = parseRate(text);
  if (rate === null) throw new UsageError(`--rate ${text}: no rate`, { hint: 'such as 30/60s' });
  return rate;
}

const requestView: View = {
  noun: 'request',
  plural: 'requests',
  id: 'path',
  columns: [
    { key: 'method', title: 'method' },
    { key: 'path', title: 'path' },
    { key: 'body', title: 'body' },
  ],
};

/** One row for each request that would be sent: tags that are made first, whose ids nobody knows yet. */
async function printRequests(session: Session, wanted: Omit<Wanted, 'tagIds'>, flags: Flags): Promise<void> {
  const { contactIds, senderIdentityId, verb } = wanted;
  const words = flags.tag ?? [];
  const api = await session.api();
  const toMake = flags.create === true ? await unknownTags(api, words) : [];
  const known = await tagIdsOf(
    api,
    words.filter((word) => !toMake.includes(word.trim())),
    verb === 'tag' ? 'can' : 'cannot',
  );
  const tagIds = [...known, ...toMake.map((name) => `(the id of ${name})`)];
  const body = { tagIds, ...(senderIdentityId !== null && { senderIdentityId }) };
  const method = verb === 'tag' ? 'POST' : 'DELETE';
  await session.print.note('dry run: nothing is sent');
  await session.print.list(requestView, [
    ...toMake.map((name) => ({ method: 'POST', path: routes.inbox.createTag.path, body: { name } })),
    ...contactIds.map((id) => ({ method, path: `/v1/inbox/contacts/${id}/tags`, body })),
  ]);
}

function makingOf(verb: Verb, { create }: Flags): Making {
  if (verb === 'untag') return 'cannot';
  return create === true ? 'does' : 'can';
}

async function change(session: Session, words: readonly string[], flags: Flags, verb: Verb): Promise<ExitName | void> {
  if (flags.tag === undefined) throw new UsageError('--tag says which tag', { hint: 'by name or id; repeat it' });
  const rate = rateOf(flags.rate);
  const contactIds = await recordIdsOf(session, 'contact', words, { mayBeNone: true });
  // A search that found nobody leaves nothing to do.
  if (contactIds.length === 0) return await session.print.note('no contacts given: nothing to do');
  const senderIdentityId = flags.from === undefined ? null : await identityIdOf(session, flags.from);
  const wanted = { verb, senderIdentityId, contactIds, fresh: flags.new === true };
  if (flags.dryRun === true) return await printRequests(session, wanted, flags);
  const tagIds = await tagIdsOf(await session.api(), flags.tag, makingOf(verb, flags));
  const run = runTagging(session, { ...wanted, tagIds }, rate);
  await session.print.list(taggedView, run.rows);
  return run.failed() > 0 ? 'bad' : undefined;
}

const ABOUT = {
  tag: {
    summary: 'Put tags on contacts, or on their conversations with one sender',
    examples: [
      ['reach inbox tag 4711 --tag Interested', 'in all conversations of the contact'],
      ['reach inbox tag 4711 4712 --tag Hot --create --from "Robin Hale"', 'with one sender; a new tag'],
      ['reach contacts search --include jobTitle=CTO --all -o id | reach inbox tag - --tag CTO', 'from a search'],
    ],
  },
  untag: {
    summary: 'Take tags off contacts, or off their conversations with one sender',
    examples: [
      ['reach inbox untag 4711 --tag Interested', 'off the contact and all its conversations'],
      ['reach inbox untag ada@engines.example --tag 3 --from 2', 'off the conversations with one sender'],
      ['reach inbox threads --tag "Not now" --all -o id | reach inbox untag - --tag "Not now"', 'off everybody'],
    ],
  },
} as const;

export function taggingCommand(deps: Deps, verb: Verb) {
  const { summary, examples } = ABOUT[verb];
  const row = verb === 'tag' ? routes.inbox.addTags : routes.inbox.removeTags;
  const command = leaf(verb, {
    summary,
    description:
      'One request a contact, 30 a minute. Where it is cut short, the same command goes on with the contacts that are left, for a day.',
    uses: [row, routes.inbox.tags, routes.identities.list, routes.contacts.search],
    output: 'one row a contact, as they are done',
    exits: ['bad', 'notFound', 'conflict'],
    examples,
  })
    .argument('<contacts...>', 'ids, e-mails, or first and last names (- = ids on standard input)')
    .option('--tag <name|id>', 'which tag; repeat it', collect)
    .option('--from <identity>', 'only the conversations with this sender, by name, e-mail or id')
    .option('--new', 'begin anew, instead of going on where it was cut short')
    .option('--rate <n/time>', 'another rate, as 30/60s');
  if (verb === 'tag') command.option('--create', 'make the tag where there is none of the name');
  command.option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, command, (session, words: readonly string[], flags: Flags) =>
    change(session, words, flags, verb),
  );
}
