// How a record of each kind is read, written back, removed and made again: what undo is made of.

import { listPages } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Change, ChangedKind } from '../../session/history/recorded-route.ts';
import { existing } from '../lookup/match.ts';
import { PLAYBOOK_KINDS } from './playbook.ts';
import { findContact, moveToCompany, readRecords, recreateContact, updateRecord } from './records.ts';
import { idOf, recreation, send, type UndoHost, type UndoKind, type UndoTarget } from './undo-kind.ts';
import { WORKFLOW } from './workflows.ts';

interface RecordPaths {
  readonly get: Route;
  readonly update: Route;
  readonly create?: Route;
  readonly delete?: Route;
}

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

/** What of a record can be written when it is made. */
const writable = (record: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => !READ_ONLY.has(name) && value !== null));

/** Records with a path of their own. `scope`: the parameter beside the id, from the change. */
function byPath(
  paths: RecordPaths,
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

type NamedGroup = 'aiVariables' | 'aiMessages' | 'aiSnippets' | 'messageTemplates';

/** Looks for one of the same name; the id that it had is not that of another one. */
const findNamed =
  (group: NamedGroup): NonNullable<UndoKind['find']> =>
  async (host, { record = {} }) => {
    const { name } = record;
    const data = await send(host, routes[group].list, { query: { name, pageSize: 100 } }, { filtersItself: true });
    const records = isObject(data) ? getOwn(data, group) : [];
    const made = (Array.isArray(records) ? records : []).find((one) => isObject(one) && one['name'] === name);
    return made === undefined ? null : idOf(made);
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
    find: findNamed('aiVariables'),
  },
  'AI message': { ...byPath(routes.aiMessages, 'aiMessageId'), find: findNamed('aiMessages') },
  'AI snippet': { ...byPath(routes.aiSnippets, 'aiSnippetId'), find: findNamed('aiSnippets') },
  'message template': { ...byPath(routes.messageTemplates, 'messageTemplateId'), find: findNamed('messageTemplates') },
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
