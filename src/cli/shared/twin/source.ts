// Reads a workspace as its interface shows it, part by part, in the order in which a twin is written.

import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { everyThread, listPages } from '../../../client/answers/pages.ts';
import type { Client } from '../../../client/api.ts';
import { FOLDER_TREES } from '../../../contract/ai/enums.ts';
import { append } from '../../../contract/append.ts';
import { getOwn, isObject, type JsonObject, listIn, objectIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { Masking } from '../../../rules/masking/values.ts';
import { keptText } from '../../files/bounded-read.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import { KINDS } from '../ai/kinds.ts';
import { type RecordSelection, RecordSource, SourceReader, type TwinPart } from './reader.ts';

// The masking of this machine: the same person is the same made-up one in every twin that is made here. The secret stays here,
// also where a twin is shared: with it, names could be guessed.

const SECRET_BYTES = 32;

function secretOf({ data }: Pick<Paths, 'data'>): string {
  const path = join(data, 'masking.key');
  const known = keptText(path)?.trim();
  if (known !== undefined && known !== '') return known;
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  replacePrivateFile(path, `${secret}\n`);
  return secret;
}

/** Without the names of senders, which only texts of the user's own are searched for. */
export function machineMasking(paths: Pick<Paths, 'data'>): Masking {
  const secret = secretOf(paths);
  return new Masking((text) => createHmac('sha512', secret).update(text).digest());
}

/** Senders are read before: their names are replaced in campaigns and prompts as well, and are kept nowhere. */
export async function openMasking(paths: Pick<Paths, 'data'>, { call }: Pick<Client, 'call'>): Promise<Masking> {
  const masking = machineMasking(paths);
  const reader = new SourceReader(call);
  const found = [
    ...(await reader.all('identities', 'identity', listPages(call, 'identities', 'list', {}))),
    ...(await reader.all('task owners', 'owner', reader.within('task owners', routes.tasks.owners, 'owners'))),
  ];
  masking.knowNames(found.map((one) => getOwn(one, 'name')).filter((name) => typeof name === 'string'));
  return masking;
}

/** What the interface shows of no workspace. */
export const NEVER_SHOWN = [
  'which contacts are in a campaign, and at which step',
  'runs, jobs and schedules in progress, enrichment actions and finder previews',
  'contacts that are blocked or have opted out, tags of contacts without a conversation',
  'passwords of mailboxes, secrets of webhooks, members of the workspace and what they own',
];

export async function* readSource(
  reader: SourceReader,
  options: RecordSelection & { readonly withInbox: boolean },
): AsyncGenerator<TwinPart> {
  yield* senders(reader);
  const records = new RecordSource(reader, options);
  yield* records.parts();
  yield* folders(reader);
  yield* outreach(reader);
  yield* workflows(reader);
  const playbook = await reader.one('playbook', routes.playbook.get);
  if (playbook !== null) yield { stage: 'playbook', record: withItemIds(reader, playbook) };
  if (options.withInbox) yield* inbox(reader, records);
}

function withItemIds({ ids, unknown }: SourceReader, playbook: JsonObject): JsonObject {
  const sections = Object.entries(playbook).map(([key, items]) => {
    const kind = key === 'idealCompanies' ? 'company' : 'playbook item';
    const idOf = (item: JsonObject) => {
      const id = ids.of(kind, getOwn(item, 'id'));
      if (id === null) unknown.set('playbook', 'some items have no id');
      return id;
    };
    return [key, Array.isArray(items) ? items.filter(isObject).map((one) => ({ ...one, id: idOf(one) })) : items];
  });
  return Object.fromEntries(sections);
}

async function* senders(reader: SourceReader): AsyncGenerator<TwinPart> {
  const account = await reader.one('workspace', routes.account.validate);
  yield { stage: 'workspace', record: objectIn(account?.['workspace']) };
  for (const record of await reader.all('identities', 'identity', listPages(reader.call, 'identities', 'list', {}))) {
    const params = { identityId: reader.ids.sourceOf('identity', record['id']) };
    const found = reader.within('mailboxes', routes.identities.mailboxes, 'mailboxes', { params });
    yield { stage: 'identities', record: { ...record, mailboxes: await reader.all('mailboxes', 'mailbox', found) } };
  }
  const owners = reader.within('task owners', routes.tasks.owners, 'owners');
  for (const record of await reader.all('task owners', 'owner', owners)) yield { stage: 'owners', record };
  for await (const record of reader.within('voices', routes.voices.list, 'voices')) {
    if (record['source'] !== 'identity') continue;
    if (/^voice-\d+$/.test(String(record['id'])))
      yield { stage: 'voices', record: reader.with(record, { identityId: 'identity' }) };
    else reader.unknown.set('voices of identities', 'their ids are not those of a local service');
  }
  const tags = listPages(reader.call, 'inbox', 'tags', {});
  for (const record of await reader.all('tags', 'tag', tags)) yield { stage: 'tags', record };
}

async function* folders(reader: SourceReader): AsyncGenerator<TwinPart> {
  const tones = reader.within('tones', routes.aiTones.list, 'tones');
  for (const record of await reader.all('tones', 'tone', tones))
    if (record['source'] !== 'default') yield { stage: 'tones', record };
  for (const kind of FOLDER_TREES) {
    const listed = listPages(reader.call, 'aiFolders', 'list', { params: { kind } });
    const all = await reader.all(`folders of ${kind}`, 'folder', listed);
    yield* parentsFirst(all.map((one) => ({ ...reader.with(one, { parentId: 'folder' }), tree: kind })));
  }
}

function* parentsFirst(all: readonly JsonObject[]): Generator<TwinPart> {
  const left = new Set(all);
  for (let before = -1; left.size > 0 && left.size !== before; ) {
    before = left.size;
    const waiting = new Set([...left].map(({ id }) => id));
    for (const record of left) {
      if (waiting.has(record['parentId'])) continue;
      left.delete(record);
      yield { stage: 'folders', record };
    }
  }
}

/** AI messages that steps use, and no list shows: copies of their own. */
function messagesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(messagesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === 'aiMessageId' ? [one] : messagesIn(one)));
}

async function* outreach(reader: SourceReader): AsyncGenerator<TwinPart> {
  const campaigns: JsonObject[] = [];
  const heads = await reader.all('campaigns', 'campaign', listPages(reader.call, 'campaigns', 'list', {}));
  for (const { id, name } of heads) {
    const params = { campaignId: reader.ids.sourceOf('campaign', id) };
    const record = await reader.one(`campaign "${name}"`, routes.campaigns.get, { params });
    if (record !== null) campaigns.push({ ...reader.with(record, { identityId: 'identity' }), id });
  }
  for (const record of campaigns) yield { stage: 'campaigns', record };
  const entities: JsonObject[] = [];
  for (const { kind, plural, list } of Object.values(KINDS)) {
    const found = await reader.all(plural, kind, list(reader.call, { includeArchived: true }, {}));
    append(
      entities,
      found.map((one) => ({ ...one, kind })),
    );
  }
  const messages = entities.filter(({ kind }) => kind === 'ai-message');
  const known = new Set(messages.map(({ id }) => reader.ids.sourceOf('ai-message', id)));
  for await (const { id } of reader.within('prompt library', routes.promptLibrary.aiMessages, 'aiMessages'))
    known.add(String(id));
  for (const id of new Set(campaigns.flatMap(({ steps }) => messagesIn(steps)).map(String))) {
    if (known.has(id)) continue;
    const copy = await reader.one(`AI message ${id}`, routes.aiMessages.get, { params: { aiMessageId: id } });
    if (copy !== null) entities.push({ ...copy, id: reader.ids.of('ai-message', id), kind: 'ai-message' });
  }
  const linked = entities.map((one) =>
    reader.with(one, { folderId: 'folder', campaignId: 'campaign', toneId: 'tone' }),
  );
  for (const record of linked) yield { stage: 'ai', record };
  for (const record of linked) yield { stage: 'prompts', record };
  for (const record of campaigns)
    yield { stage: 'steps', record: { ...record, steps: reader.ids.in(record['steps']) } };
}

async function* workflows(reader: SourceReader): AsyncGenerator<TwinPart> {
  const heads = await reader.all('workflows', 'workflow', listPages(reader.call, 'workflows', 'list', {}));
  for (const { id, name } of heads) {
    const params = { workflowId: reader.ids.sourceOf('workflow', id) };
    const record = await reader.one(`workflow "${name}"`, routes.workflows.get, { params });
    if (record === null) continue;
    const versions = await versionsOf(reader, record, params);
    yield { stage: 'workflows', record: { ...objectIn(reader.ids.in({ ...record, versions })), id } };
  }
}

/** The versions that were published, the one that runs last. */
async function versionsOf(
  { call, unknown }: SourceReader,
  record: JsonObject,
  params: { readonly workflowId: string },
): Promise<JsonObject[]> {
  const latest = Number(record['version'] ?? 0);
  const publishedAt = objectIn(record['published'])['publishedAt'];
  const versions: JsonObject[] = [];
  for (let version = 1; version <= latest; version += 1) {
    const { data, ignored = [] } = await call(routes.workflows.get, { params, query: { version } });
    if (ignored.includes('version')) {
      unknown.set('versions of workflows', 'the service shows the draft alone');
      return record['hasUnpublishedChanges'] === false ? [{ ...record, version: latest, publishedAt }] : [];
    }
    versions.push({ ...objectIn(data), version, publishedAt: version === latest ? publishedAt : null });
  }
  if (latest > 1) unknown.set('when earlier versions of workflows were published', 'it is not shown');
  return versions;
}

async function* inbox(reader: SourceReader, records: RecordSource): AsyncGenerator<TwinPart> {
  const contacts = new Set<unknown>();
  for await (const record of reader.list('conversations', 'thread', everyThread(reader.call, {}))) {
    const tags = listIn(record['tags']).filter(isObject);
    const mapped: JsonObject = { ...record, tags: tags.map((tag) => reader.with(tag, { id: 'tag' })) };
    const thread = reader.with(mapped, { contactId: 'contact', senderIdentityId: 'identity' });
    if (!records.hasContact(thread['contactId'])) continue;
    contacts.add(getOwn(record, 'contactId'));
    yield { stage: 'threads', record: thread };
  }
  for (const contactId of contacts) {
    const params = { contactId: String(contactId) };
    const listed = listPages(reader.call, 'inbox', 'messages', { params });
    for await (const record of reader.list('messages', 'message', listed))
      yield { stage: 'messages', record: reader.with(record, { threadId: 'thread', campaignId: 'campaign' }) };
  }
}
