// The table of the history: each route that writes, with what it changes. Routes that change no workspace have none.

import { listPages } from '../../../client/answers/pages.ts';
import { counted } from '../../../contract/english.ts';
import { AI_FIELDS } from '../../../contract/field-names.ts';
import { getOwn, isObject, objectIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { draftEdit, playbookUpdate, publishing } from './recorded-documents.ts';
import {
  ContactPlaces,
  contactAddition,
  folderDeletion,
  listAddition,
  listMembers,
  tagging,
} from './recorded-members.ts';
import { mergedRecords } from './recorded-records.ts';
import {
  bodyOf,
  type Change,
  type ChangedValue,
  creating,
  deleting,
  happening,
  idOf,
  labelOf,
  type RecordedRoute,
  reading,
  STAYS,
  updating,
  YES,
} from './recorded-route.ts';

const { contacts, companies, campaigns, aiVariables, aiFolders, aiMessages, aiSnippets, messageTemplates } = routes;

const CONTACT = { kind: 'contact', param: 'contactId', get: contacts.get } as const;
const COMPANY = { kind: 'company', param: 'companyId', get: companies.get } as const;
const CAMPAIGN = { kind: 'campaign', param: 'campaignId', get: campaigns.get } as const;
const VARIABLE = { kind: 'AI variable', param: 'aiVariableId', get: aiVariables.get } as const;
const MESSAGE = { kind: 'AI message', param: 'aiMessageId', get: aiMessages.get } as const;
const SNIPPET = { kind: 'AI snippet', param: 'aiSnippetId', get: aiSnippets.get } as const;
const TEMPLATE = { kind: 'message template', param: 'messageTemplateId', get: messageTemplates.get } as const;
const FOLDER = { kind: 'AI folder', param: 'folderId', scope: 'kind', get: aiFolders.get } as const;

const NO_DELETE = STAYS.record;

const scheduled = happening('reaction', 'reactions that are scheduled cannot be recalled');
/** One of each identity: those that are named, or as many as are drawn. */
const reactions: RecordedRoute = {
  ...scheduled,
  changes: (input, before) => {
    const { amount, identityIds } = bodyOf(input);
    const count = Array.isArray(identityIds) ? identityIds.length : Number(amount);
    return scheduled.changes(input, before).map((change) => (count > 1 ? { ...change, count } : change));
  },
};

const deletion = deleting({
  ...CONTACT,
  lasting:
    'it gets a new id; its conversations and its place in campaigns do not come back, nor its company if another contact has its name and it has no profile URL',
});

/** With the lists it is in. */
const contactDeletion: RecordedRoute = {
  ...deletion,
  before: async (input, call, context) => {
    const record = objectIn(await deletion.before?.(input, call, context));
    const id = Number(idOf(input, 'contactId'));
    const lists = await new ContactPlaces(call).lists([id]);
    return { ...record, lists: lists.get(id) ?? [] };
  },
};

const archived = (to: boolean): RecordedRoute => ({
  undo: YES,
  before: reading(aiVariables.get),
  changes: (input, before) => {
    const from = isObject(before) ? objectIn(before)['archivedAt'] != null : !to;
    const head = { kind: 'AI variable', id: idOf(input, 'aiVariableId'), ...labelOf(before), is: 'updated' } as const;
    return from === to ? [] : [{ ...head, fields: { archived: [from, to] } }];
  },
});

const NO_STATUS = 'a status is not set back; reach campaign status changes it';

const campaignStatus: RecordedRoute = {
  undo: { is: 'no', why: NO_STATUS },
  before: reading(campaigns.get),
  changes: (input, before) => {
    const status: ChangedValue = [objectIn(before)['status'] ?? null, bodyOf(input)['status']];
    if (status[0] === status[1]) return [];
    const head = { kind: 'campaign', id: idOf(input, 'campaignId'), ...labelOf(before) } as const;
    return [{ ...head, is: 'updated', fields: { status }, lasting: NO_STATUS }];
  },
};

const identityUpdate: RecordedRoute = updating({ kind: 'identity', param: 'identityId', get: routes.identities.list });

/** The interface shows no path of one identity: it is found in the list. */
const identity: RecordedRoute = {
  ...identityUpdate,
  before: async (input, call) => {
    for await (const one of listPages(call, 'identities', 'list', {}))
      if (isObject(one) && String(one.id) === String(idOf(input, 'identityId'))) return one;
    return null;
  },
};

const newTag = creating('tag', { lasting: NO_DELETE });

/** The service keeps a tag that has the name already. */
const tagCreation: RecordedRoute = {
  ...newTag,
  before: async (input, call) => {
    const name = String(bodyOf(input)['name']).trim();
    for await (const one of listPages(call, 'inbox', 'tags', { query: { name } }, { filtersItself: true }))
      if (one.name === name) return one;
    return null;
  },
  changes: (input, before) => (before === null ? newTag.changes(input, before) : []),
  answered: (input, data, before, context) =>
    before === null ? (newTag.answered?.(input, data, before, context) ?? []) : [],
};

const controls = (lasting: string): RecordedRoute => ({
  undo: { is: 'no', why: lasting },
  changes: () => [{ kind: 'service', id: null, is: 'done', lasting }],
});

/** They read, or make something that is not kept in the workspace. */
const NOTHING = null;

export const RECORDED_ROUTES: Readonly<Record<string, Readonly<Record<string, RecordedRoute | null>>>> = {
  contacts: {
    bulkCreate: mergedRecords('CONTACT', 'contacts'),
    create: mergedRecords('CONTACT', null),
    update: updating(CONTACT),
    delete: contactDeletion,
  },
  companies: {
    bulkCreate: mergedRecords('COMPANY', 'companies'),
    create: mergedRecords('COMPANY', null),
    update: updating(COMPANY),
  },
  lists: {
    create: creating('list', { lasting: NO_DELETE }),
    addMembers: listMembers('added'),
    removeMembers: listMembers('removed'),
  },
  campaigns: {
    create: creating('campaign', { lasting: NO_DELETE }),
    update: updating(CAMPAIGN),
    clone: creating('campaign', { lasting: NO_DELETE }),
    setStatus: campaignStatus,
    addContact: contactAddition,
    addContactGroup: listAddition,
  },
  workflows: {
    create: creating('workflow', { lasting: NO_DELETE }),
    editDraft: draftEdit,
    publish: publishing,
    run: happening('run', 'a run that was started cannot be taken back: reach workflow cancel ends it'),
    cancelRun: happening('run', 'a run that was cancelled does not go on', 'runId'),
    decide: happening('run', 'a decision cannot be withdrawn', 'runId'),
    deliver: happening('run', 'a delivery cannot be recalled'),
  },
  actions: { run: happening('run', 'what an enrichment run found and stored stays') },
  finder: {
    preview: NOTHING,
    iterate: NOTHING,
    import: happening('run', 'records that a finder import brings are not named by the service'),
  },
  aiVariables: {
    create: creating('AI variable', { fields: AI_FIELDS['ai-variable'] }),
    update: updating(VARIABLE),
    archive: archived(true),
    unarchive: archived(false),
    delete: deleting({ ...VARIABLE, lasting: 'it gets a new id; its values on records do not come back' }),
  },
  aiFolders: {
    create: creating('AI folder', { scope: 'kind', fields: ['description', 'parentId'] }),
    update: updating(FOLDER),
    delete: folderDeletion({ ...FOLDER, lasting: 'it gets a new id' }),
  },
  aiMessages: {
    create: creating('AI message', { fields: AI_FIELDS['ai-message'] }),
    update: updating(MESSAGE),
    delete: deleting({ ...MESSAGE, lasting: 'it gets a new id' }),
  },
  aiSnippets: {
    create: creating('AI snippet', { fields: AI_FIELDS['ai-snippet'] }),
    update: updating(SNIPPET),
    delete: deleting({ ...SNIPPET, lasting: 'it gets a new id' }),
  },
  messageTemplates: {
    create: creating('message template', { fields: AI_FIELDS.template }),
    update: updating(TEMPLATE),
    delete: deleting({ ...TEMPLATE, lasting: 'it gets a new id' }),
  },
  social: { react: reactions },
  playbook: { update: playbookUpdate },
  identities: { update: identity, addMailbox: creating('mailbox', { scope: 'identityId', lasting: NO_DELETE }) },
  inbox: {
    reply: happening('message', 'a message that was sent cannot be unsent'),
    createTag: tagCreation,
    addTags: tagging('added'),
    removeTags: tagging('removed'),
  },
  account: { applyLock: NOTHING },
  local: {
    setClock: controls('a clock that was moved is not set back'),
    addFault: controls('reach local fault clear removes it'),
    clearFaults: controls('reach local fault add adds it again'),
    createKey: controls('reach local key revoke revokes it'),
    revokeKey: controls('a key that was revoked does not come back'),
    grant: controls('reach local grant --take-back takes it back'),
    takeGrant: controls('reach local grant gives it again'),
    setFeatures: controls('reach local feature sets it again'),
    emit: controls('what a signal started goes on'),
    seed: controls('reach local restore brings back a snapshot'),
    twin: controls('reach local clone makes it again'),
    setup: controls('reach local restore brings back a snapshot'),
    snapshot: NOTHING,
    restore: controls('reach local restore brings back another snapshot'),
    reset: controls('reach local restore brings back a snapshot'),
  },
};

/** As much of a route as finds its row. */
export interface SentRoute {
  readonly method?: string;
  readonly path?: string;
}

interface NamedRow {
  readonly name: string;
  readonly recorded: RecordedRoute;
}

const ROWS = new Map<string, NamedRow | null>();

/** Null for what changes no workspace, and for requests that are not of the interface. */
export function recordedRoute({ method, path }: SentRoute): NamedRow | null {
  if (ROWS.size === 0) {
    for (const [group, rows] of Object.entries(routes)) {
      for (const [name, route] of Object.entries(rows)) {
        const recorded = getOwn(getOwn(RECORDED_ROUTES, group) ?? {}, name);
        if (recorded) ROWS.set(`${route.method} ${route.path}`, { name: `${group}.${name}`, recorded });
      }
    }
  }
  return ROWS.get(`${method} ${path}`) ?? null;
}

/**
 * `yes`, `partly: …`, `no: …`; null where nothing of a workspace changes. `changes`: as far as they are known,
 * to be counted.
 */
export function undoText(sent: readonly SentRoute[], known: readonly Change[] | null): string | null {
  const rows = sent.flatMap((route) => recordedRoute(route)?.recorded.undo ?? []);
  const isKnown = known !== null;
  const changes = known ?? [];
  if (rows.length === 0 || (isKnown && changes.length === 0)) return null;
  const general = rows.flatMap(({ is, why, dependsOnChanges }) =>
    (dependsOnChanges === true && isKnown) || is === 'yes' ? [] : [why ?? ''],
  );
  // What undo takes back may bring something along that stays: the custom field of a value.
  const whys = new Set([...general, ...changes.flatMap(({ unread, lasting }) => unread ?? lasting ?? [])]);
  const isStaying = ({ is, unread, lasting }: Change) =>
    unread !== undefined || (lasting !== undefined && is !== 'deleted');
  const isNone = rows.every((one) => one.is === 'no') || (isKnown && changes.every(isStaying));
  const is = isNone ? 'no' : whys.size === 0 ? 'yes' : 'partly';
  return `${is}${whys.size === 0 ? '' : `: ${[...whys].map((why) => countedReason(why, changes)).join('; ')}`}`;
}

/** `a message that was sent cannot be unsent (3 messages)` */
function countedReason(why: string, changes: readonly Change[]): string {
  const counts = new Map<string, number>();
  for (const { kind, lasting, unread, count, members } of changes) {
    if (lasting !== why && unread !== why) continue;
    const people = members?.['contacts']?.added?.length ?? count;
    const noun = kind === 'campaign' && people !== undefined ? 'contact' : kind;
    counts.set(noun, (counts.get(noun) ?? 0) + (people ?? 1));
  }
  const texts = [...counts].flatMap(([noun, count]) => (count > 1 ? counted(count, noun) : []));
  return texts.length === 0 ? why : `${why} (${texts.join(', ')})`;
}
