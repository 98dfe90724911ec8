// How a record of each kind is read, written back, removed and made again: what undo is made of.

import { listPages } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, listIn, objectIn, valueIn } from '../../../contract/json.ts';
import { type PlaybookSection, READ_AS, SECTIONS } from '../../../contract/playbook/sections.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type HistoryEntry, recordedChanges } from '../../session/history/entry.ts';
import { draftOf } from '../../session/history/recorded-documents.ts';
import { type Change, type ChangedKind, isEqual } from '../../session/history/recorded-route.ts';
import { type AiResource, KINDS } from '../ai/kinds.ts';
import { existing } from '../lookup/match.ts';
import { completeContact, findContact, moveToCompany, readRecords, recreateContact, updateRecord } from './records.ts';
import { idOf, recreation, send, type UndoHost, type UndoKind, type UndoTarget } from './undo-kind.ts';

const playbookOf = async (host: UndoHost): Promise<JsonObject> => objectIn(await send(host, routes.playbook.get, {}));

const itemsIn = (playbook: unknown, section: PlaybookSection): readonly JsonObject[] =>
  listIn(valueIn(playbook, READ_AS[section])).filter(isObject);

const pick = (item: Readonly<Record<string, unknown>>, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (getOwn(item, name) === undefined ? [] : [[name, getOwn(item, name)]])));

function itemsOf(section: PlaybookSection): UndoKind {
  const { key } = SECTIONS[section];
  const put = (host: UndoHost, change: object) => send(host, routes.playbook.update, { body: { [section]: change } });
  return {
    read: async (host) => new Map(itemsIn(await playbookOf(host), section).map((item) => [String(item['id']), item])),
    update: async (host, _, values, now) => void (await put(host, { upsert: [{ ...pick(now, key), ...values }] })),
    remove: async (host, { id }) => void (await put(host, { deleteIds: [id] })),
    // A key that was removed is restored, with its id.
    create: async (host, { record = {} }) => {
      const after = itemsIn(await put(host, { upsert: [record] }), section);
      return { id: idOf(after.find((item) => key.every((field) => getOwn(item, field) === getOwn(record, field)))) };
    },
  };
}

const playbookCompany: UndoKind = {
  read: async (host) => new Map([['company', objectIn((await playbookOf(host))['company'])]]),
  update: async (host, _, company) => void (await send(host, routes.playbook.update, { body: { company } })),
};

type PlaybookKind = 'playbook' | 'product' | 'ICP' | 'competitor' | 'testimonial' | 'FAQ';

const PLAYBOOK_KINDS: Readonly<Record<PlaybookKind, UndoKind>> = {
  playbook: playbookCompany,
  product: itemsOf('productsServices'),
  ICP: itemsOf('idealCustomerProfiles'),
  competitor: itemsOf('competitors'),
  testimonial: itemsOf('testimonials'),
  FAQ: itemsOf('faqs'),
};

async function read(host: UndoHost, workflowId: AnyId, version?: unknown): Promise<JsonObject> {
  const query = typeof version === 'number' ? { query: { version } } : {};
  return objectIn(await send(host, routes.workflows.get, { params: { workflowId }, ...query }));
}

function edit(values: JsonObject, revision: unknown): JsonObject {
  const { name, plan, trigger, maxCreditsPerRun } = values;
  const ops = [
    ...(name === undefined ? [] : [{ kind: 'rename', name }]),
    ...(plan === undefined ? [] : [{ kind: 'setPlan', plan }]),
    ...(trigger === undefined ? [] : [{ kind: 'setTrigger', trigger }]),
  ];
  return {
    ...(ops.length > 0 && { ops }),
    ...(maxCreditsPerRun !== undefined && { maxCreditsPerRun }),
    ...(typeof revision === 'string' && { revision }),
  };
}

async function setDraft(host: UndoHost, workflowId: AnyId, values: JsonObject): Promise<void> {
  const { revision } = await read(host, workflowId);
  await send(host, routes.workflows.editDraft, { params: { workflowId }, body: edit(values, revision) });
}

/** Drafts that an undo put aside to publish a former version, and that it did not put back, as it was interrupted. */
export async function restoreDrafts(host: UndoHost, interrupted: HistoryEntry): Promise<void> {
  const drafts = new Map<AnyId, { readonly before: JsonObject; readonly written: readonly JsonObject[] }>();
  for await (const { change, is } of recordedChanges(interrupted)) {
    const { kind, id, fields: { published: _, ...fields } = {} } = change;
    if (kind !== 'workflow' || id === null || is === 'refused') continue;
    const { before = {}, written = [] } = drafts.get(id) ?? {};
    const values = (at: 0 | 1) => Object.fromEntries(Object.entries(fields).map(([field, both]) => [field, both[at]]));
    drafts.set(id, { before: { ...values(0), ...before }, written: [...written, values(1)] });
  }
  for (const [id, { before, written }] of drafts) {
    const now = draftOf(await read(host, id));
    const left = Object.entries(before).filter(
      ([field, value]) =>
        !isEqual(getOwn(now, field), value) && written.some((one) => isEqual(getOwn(now, field), getOwn(one, field))),
    );
    if (left.length > 0) await setDraft(host, id, Object.fromEntries(left));
  }
}

/** The one of the versions that has the same content: each publication has a number of its own, also one of a former version. */
async function versionLike(
  host: UndoHost,
  id: AnyId,
  version: unknown,
  versions: readonly unknown[],
): Promise<unknown> {
  const known = versions.filter((one) => typeof one === 'number');
  if (version === null || known.length === 0 || known.some((one) => one === version)) return version;
  // Another service may show no former versions: then it is someone's change.
  if (!(await host.client.takes(routes.workflows.get, 'version'))) return version;
  const content = draftOf(await read(host, id, version));
  for (const one of known) if (isEqual(draftOf(await read(host, id, one)), content)) return one;
  return version;
}

const WORKFLOW: UndoKind = {
  read: async (host, targets) => {
    const found = new Map<string, JsonObject>();
    for (const { id, change } of targets) {
      const now = await read(host, id);
      const published = await versionLike(host, id, now['version'] ?? null, change.fields?.['published'] ?? []);
      found.set(String(id), { ...draftOf(now), published });
    }
    return found;
  },
  update: async (host, { id }, { published, ...values }) => {
    if (typeof published === 'number') {
      const draft = draftOf(await read(host, id));
      await setDraft(host, id, draftOf(await read(host, id, published)));
      await send(host, routes.workflows.publish, { params: { workflowId: id } });
      await setDraft(host, id, draft);
    }
    if (Object.keys(values).length > 0) await setDraft(host, id, values);
  },
};

const READ_ONLY = new Set([
  'id',
  'appUrl',
  'createdAt',
  'updatedAt',
  'archived',
  'archivedAt',
  'promptRichText',
  'messagesRichText',
  'campaignId',
]);

const writable = (record: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => !READ_ONLY.has(name) && value !== null));

/** Records with a path of their own. `scope`: the parameter beside the id, from the change. */
function byPath(
  paths: { readonly get: Route; readonly update: Route; readonly create?: Route; readonly delete?: Route },
  param: string,
  { scope, body = writable }: { scope?: string; body?: typeof writable } = {},
): UndoKind {
  const paramsOf = (id: AnyId, change: Change) => ({
    [param]: id,
    ...(scope !== undefined && change.scope !== undefined && { [scope]: change.scope }),
  });
  const { create, delete: remove } = paths;
  return {
    read: async (host, targets) => {
      const byId = new Map(targets.map((target) => [String(target.id), target]));
      const found = await existing(byId.keys(), async (id) => {
        const target = byId.get(id);
        return target === undefined
          ? null
          : await send(host, paths.get, { params: paramsOf(target.id, target.change) });
      });
      return new Map([...found].flatMap(([id, record]) => (isObject(record) ? [[id, record] as const] : [])));
    },
    update: async (host, { id, change }, values, now) =>
      void (await send(host, paths.update, { params: paramsOf(id, change), body: values }, { knownBefore: now })),
    ...(remove && {
      remove: async (host: UndoHost, { id, change }: UndoTarget, now: JsonObject) =>
        void (await send(host, remove, { params: paramsOf(id, change) }, { knownBefore: now })),
    }),
    ...(create && {
      create: async (host: UndoHost, change: Change) => {
        const params = scope !== undefined && change.scope !== undefined ? { params: { [scope]: change.scope } } : {};
        const input = { ...params, body: body(change.record ?? {}) };
        return { id: idOf(await send(host, create, input, recreation(host, change))) };
      },
    }),
  };
}

/** Looks for one of the same name, of a variable also the same entity; the id that it had is not that of another one. */
const findNamed =
  ({ list }: AiResource): NonNullable<UndoKind['find']> =>
  async (host, { record = {} }) => {
    const named = list(host.call, { name: String(record['name']) }, { signal: host.signal, filtersItself: true });
    for await (const one of named)
      if (isObject(one) && one['name'] === record['name'] && isEqual(one['entity'], record['entity'])) return idOf(one);
    return null;
  };

/** The interface shows no path of one identity. */
const readIdentities: NonNullable<UndoKind['read']> = async ({ call, signal }, targets) => {
  const wanted = new Set(targets.map(({ id }) => String(id)));
  const found = new Map<string, JsonObject>();
  for await (const one of listPages(call, 'identities', 'list', {}, { signal }))
    if (isObject(one) && wanted.has(String(one.id))) found.set(String(one.id), one);
  return found;
};

const contact = byPath(routes.contacts, 'contactId');
const company = byPath({ get: routes.companies.get, update: routes.companies.update }, 'companyId');
const variable = byPath(routes.aiVariables, 'aiVariableId');

const variableInput = ({ record = {} }: Change) => ({ body: writable(record) });

const folderBody = ({ name, parentId }: Readonly<Record<string, unknown>>): JsonObject => ({
  name,
  parentId: parentId ?? null,
});

export const UNDO_KINDS: Readonly<Record<ChangedKind, UndoKind | null>> = {
  contact: {
    ...contact,
    read: (host, targets) => readRecords(host, 'contacts', targets),
    update: async (host, target, { companyId, ...values }, now) => {
      const remark = await updateRecord(host, contact, { target, values, now });
      const moved =
        typeof companyId === 'number'
          ? await moveToCompany(host, target.id, companyId, { ...now, ...values })
          : undefined;
      return moved ?? remark;
    },
    create: recreateContact,
    complete: completeContact,
    find: findContact,
  },
  company: {
    ...company,
    update: async (host, target, values, now) => await updateRecord(host, company, { target, values, now }),
    read: (host, targets) => readRecords(host, 'companies', targets),
  },
  field: null,
  list: { read: null },
  campaign: byPath({ get: routes.campaigns.get, update: routes.campaigns.update }, 'campaignId'),
  workflow: WORKFLOW,
  'AI variable': {
    ...variable,
    read: async (host, targets) => {
      const found = (await variable.read?.(host, targets)) ?? new Map<string, JsonObject>();
      return new Map([...found].map(([id, one]) => [id, { ...one, archived: (one['archivedAt'] ?? null) !== null }]));
    },
    update: async (host, target, { archived, ...values }, now) => {
      const params = { aiVariableId: target.id };
      if (archived === false) await send(host, routes.aiVariables.unarchive, { params });
      if (Object.keys(values).length > 0) await variable.update?.(host, target, values, now);
      if (archived === true) await send(host, routes.aiVariables.archive, { params });
    },
    create: async (host, change) => {
      const id = idOf(await send(host, routes.aiVariables.create, variableInput(change), recreation(host, change)));
      const wasArchived = (change.record?.['archivedAt'] ?? null) !== null;
      if (wasArchived) await send(host, routes.aiVariables.archive, { params: { aiVariableId: id } });
      return { id };
    },
    find: findNamed(KINDS.variable),
  },
  'AI message': { ...byPath(routes.aiMessages, 'aiMessageId'), find: findNamed(KINDS.message) },
  'AI snippet': { ...byPath(routes.aiSnippets, 'aiSnippetId'), find: findNamed(KINDS.snippet) },
  'message template': { ...byPath(routes.messageTemplates, 'messageTemplateId'), find: findNamed(KINDS.template) },
  'AI folder': byPath(routes.aiFolders, 'folderId', { scope: 'kind', body: folderBody }),
  identity: {
    ...byPath({ get: routes.identities.list, update: routes.identities.update }, 'identityId'),
    read: readIdentities,
  },
  conversation: { read: null },
  ...PLAYBOOK_KINDS,
  mailbox: null,
  tag: null,
  message: null,
  run: null,
  reaction: null,
  service: null,
};
