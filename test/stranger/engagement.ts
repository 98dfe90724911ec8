// Account, finder, inbox, identities, social posts, and what the interface leaves out: lists, enrichment runs.

import { type Call, type Json, notFound, page, type Route, refuse } from './route.ts';

const ids = (value: unknown) => (Array.isArray(value) ? value.map(Number) : []);

function openPreview(call: Call, userInput: string, previousPreviewId?: unknown): Json {
  const serial = String(call.store.previews.length + 1).padStart(12, '0');
  const preview: Json = {
    previewId: `0190a000-0000-7000-8000-${serial}`,
    createdAt: call.store.now(),
    expiresAt: '2027-01-01T00:00:00.000Z',
    userInput,
    requestedProvider: 'AUTO',
    resolvedProvider: call.switches.richer ? 'PEOPLE_GRAPH' : 'NETWORK',
    result: { titles: ['CTO'] },
    entity: 'CONTACT',
    droppedFilters: [],
    ...(previousPreviewId !== undefined && { previousPreviewId }),
  };
  call.store.previews.push(preview);
  return preview;
}

const preview = (call: Call) => call.store.previews.find(({ previewId }) => previewId === call.params['previewId']);

function results(call: Call) {
  const found = preview(call);
  if (found === undefined) return notFound('Preview');
  const [at, size] = [Number(call.query['page'] ?? 1), Number(call.query['pageSize'] ?? 10)];
  if (!(at >= 1 && at <= 50) || !(size >= 1 && size <= 25)) return refuse(400, 'page is 1-50, pageSize is 1-25');
  const records = Array.from({ length: 12 }, (_, index) => ({
    id: `r${index}`,
    name: `Person ${index}`,
    title: 'CTO',
    networkUrl: `https://network.example/in/person-${index}`,
  }));
  const { previewId, entity, resolvedProvider, result, userInput } = found;
  return {
    previewId,
    page: at,
    pageSize: size,
    hasNextPage: at * size < records.length,
    records: records.slice((at - 1) * size, at * size),
    entity,
    resolvedProvider,
    result,
    userInput,
  };
}

const FINDER: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/ai-finder/previews',
    shown: true,
    body: null,
    unshownBody: { text: 'query', provider: 'source', savedFilterId: 'savedFilterId', identityId: 'identityId' },
    run: (call) => {
      // The names of its fields are not shown; a strict service knows its own alone.
      const name = call.switches.mode === 'strict' || call.switches.mode === 'renamed' ? 'query' : 'text';
      const text = call.body[name];
      return typeof text === 'string' ? openPreview(call, text) : refuse(400, `${name} is required`);
    },
  },
  {
    method: 'POST',
    path: '/v1/ai-finder/previews/{previewId}/iterate',
    shown: true,
    body: { feedback: 'string' },
    required: ['feedback'],
    run: (call) => {
      const found = preview(call);
      if (found === undefined) return notFound('Preview');
      return openPreview(call, `${found['userInput']}; ${call.body['feedback']}`, found['previewId']);
    },
  },
  {
    method: 'GET',
    path: '/v1/ai-finder/previews/{previewId}/results',
    shown: true,
    query: ['page', 'pageSize'],
    run: results,
  },
  {
    method: 'POST',
    path: '/v1/ai-finder/previews/{previewId}/import',
    elsewhere: '/v1/ai-finder/previews/{previewId}/imports',
    shown: false,
    body: null,
    unshownBody: { listId: 'leadsGroupId', maxCount: 'maxRecords' },
    run: (call) => (preview(call) === undefined ? notFound('Preview') : startAction(call)),
  },
  {
    method: 'GET',
    path: '/v1/saved-filters',
    shown: true,
    query: ['page', 'pageSize'],
    unshownQuery: { type: 'kind' },
    run: () => page('savedFilters', [{ id: 41, name: 'CTOs', type: 'LEAD' }]),
  },
];

function startAction(call: Call): Json {
  const actionsId = call.store.nextId('actions');
  call.store.actions.push({ actionsId, polls: 0 });
  return call.switches.mode === 'minimal' ? { actionsId } : { actionsId, createdAt: call.store.now() };
}

const ACTIONS: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/actions',
    elsewhere: '/v1/enrichments',
    shown: false,
    body: {
      actions: 'array',
      contactIds: 'array',
      companyIds: 'array',
      contactGroupIds: 'array',
      companyGroupIds: 'array',
    },
    required: ['actions'],
    run: startAction,
  },
  {
    method: 'GET',
    path: '/v1/actions/{actionsId}/status',
    elsewhere: '/v1/enrichments/{actionsId}/status',
    shown: false,
    run: (call) => {
      const found = call.store.actions.find(({ actionsId }) => String(actionsId) === call.params['actionsId']);
      if (found === undefined) return notFound('Enrichment');
      found['polls'] = Number(found['polls']) + 1;
      const overallStatus =
        Number(found['polls']) > 1 ? 'COMPLETED' : call.switches.richer ? 'WARMING_UP' : 'PROCESSING';
      return { actionsId: found['actionsId'], overallStatus };
    },
  },
];

const findList = (call: Call) => call.store.lists.find(({ id }) => String(id) === call.params['listId']);

function changeMembers(call: Call, add: boolean) {
  const list = findList(call);
  if (list === undefined) return notFound('List');
  const members = call.store.members.get(String(list['id'])) ?? new Set();
  for (const id of [...ids(call.body['contactIds']), ...ids(call.body['companyIds'])]) {
    if (add) members.add(id);
    else members.delete(id);
  }
  call.store.members.set(String(list['id']), members);
  return {};
}

const LISTS: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/lists',
    elsewhere: '/v1/groups',
    shown: false,
    query: ['page', 'pageSize'],
    unshownQuery: { search: 'q', entity: 'kind' },
    run: (call) => page('lists', call.store.lists),
  },
  {
    method: 'POST',
    path: '/v1/lists',
    elsewhere: '/v1/groups',
    shown: false,
    body: null,
    unshownBody: { name: 'name', entity: 'kind' },
    run: (call) => {
      const entity = call.body[call.switches.unshownPaths === 'theirs' ? 'kind' : 'entity'];
      const list: Json = { id: call.store.nextId('list'), name: call.body['name'], entity };
      call.store.lists.push(list);
      return list;
    },
  },
  {
    method: 'GET',
    path: '/v1/lists/{listId}',
    elsewhere: '/v1/groups/{groupId}',
    shown: false,
    run: (call) => findList(call) ?? notFound('List'),
  },
  {
    method: 'POST',
    path: '/v1/lists/{listId}/members',
    elsewhere: '/v1/groups/{groupId}/members',
    shown: false,
    body: null,
    run: (call) => changeMembers(call, true),
  },
  {
    method: 'DELETE',
    path: '/v1/lists/{listId}/members',
    elsewhere: '/v1/groups/{groupId}/members',
    shown: false,
    body: null,
    run: (call) => changeMembers(call, false),
  },
];

const INBOX: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/inbox/link',
    shown: true,
    body: { folder: 'string', channel: 'array', tagIds: 'array', leadIds: 'array', leadId: 'integer' },
    // Further filters exist; their names are not shown.
    open: true,
    run: (call) => ({ url: `https://app.stranger.example/inbox?folder=${String(call.body['folder'] ?? 'received')}` }),
  },
  {
    method: 'DELETE',
    path: '/v1/inbox/contacts/{contactId}/tags',
    shown: true,
    body: { tagIds: 'array', senderIdentityId: 'any' },
    required: ['tagIds'],
    run: (call) => {
      const tags = call.store.tagged.get(call.params['contactId'] ?? '');
      for (const id of ids(call.body['tagIds'])) tags?.delete(id);
      return { contactId: Number(call.params['contactId']), tagIds: call.body['tagIds'], success: true };
    },
  },
  {
    method: 'POST',
    path: '/v1/inbox/contacts/{contactId}/tags',
    elsewhere: '/v1/inbox/contacts/{contactId}/labels',
    shown: false,
    body: null,
    unshownBody: { tagIds: 'labelIds' },
    run: (call) => {
      const key = call.params['contactId'] ?? '';
      const tags = call.store.tagged.get(key) ?? new Set();
      for (const id of ids(call.body[call.switches.unshownPaths === 'theirs' ? 'labelIds' : 'tagIds'])) tags.add(id);
      call.store.tagged.set(key, tags);
      return {};
    },
  },
  {
    method: 'GET',
    path: '/v1/inbox/tags',
    elsewhere: '/v1/inbox/labels',
    shown: false,
    query: ['page', 'pageSize'],
    run: (call) => page('tags', call.store.tags),
  },
  {
    method: 'POST',
    path: '/v1/inbox/tags',
    elsewhere: '/v1/inbox/labels',
    shown: false,
    body: null,
    run: (call) => {
      const tag: Json = { id: call.store.nextId('tag'), name: call.body['name'] };
      call.store.tags.push(tag);
      return tag;
    },
  },
  {
    method: 'GET',
    path: '/v1/inboxes',
    elsewhere: '/v1/threads',
    shown: false,
    query: ['page', 'pageSize'],
    unshownQuery: { search: 'q', senderIdentityId: 'identityId', archived: 'archived' },
    run: (call) =>
      page(
        'threads',
        call.store.contacts.slice(0, 2).map(({ id }) => ({ contactId: id })),
      ),
  },
  {
    method: 'GET',
    path: '/v1/inboxes/{contactId}/messages',
    elsewhere: '/v1/threads/{threadId}/messages',
    shown: false,
    query: ['page', 'pageSize'],
    run: () => page('messages', [{ id: 'm-1', content: 'Hello' }]),
  },
  {
    method: 'POST',
    path: '/v1/inbox/messages',
    elsewhere: '/v1/inbox/replies',
    shown: false,
    body: null,
    unshownBody: { contactId: 'leadId', senderIdentityId: 'identityId', message: 'content' },
    run: () => ({}),
  },
];

const IDENTITY_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'jobTitle',
  'email',
  'phoneNumber',
  'networkUrl',
  'scheduleMeetingUrl',
  'timezone',
  'profileOverview',
  'keyResponsibilities',
  'interests',
  'languages',
  'gender',
  'seniorityLevel',
  'educations',
  'previousPositions',
  'countryCode',
  'signature',
];

/** What the interface shows of an identity that is read. */
const readIdentity = ({ id, appUrl, email, emails, signature, name }: Json, call: Call): Json => ({
  id,
  appUrl,
  email,
  emails,
  signature,
  ...(call.switches.mode !== 'minimal' && { name }),
});

const IDENTITIES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/identities',
    shown: true,
    query: ['page', 'pageSize'],
    run: (call) =>
      page(
        'identities',
        call.store.identities.map((identity) => readIdentity(identity, call)),
      ),
  },
  {
    method: 'PATCH',
    path: '/v1/identities/{identityId}',
    shown: true,
    body: Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, 'any'])),
    run: (call) => {
      const found = call.store.identities.find(({ id }) => String(id) === call.params['identityId']);
      if (found === undefined) return notFound('Identity');
      if (Object.keys(call.body).length === 0) return refuse(400, 'at least one field is required');
      return readIdentity(Object.assign(found, call.body), call);
    },
  },
  {
    method: 'GET',
    path: '/v1/identities/{identityId}/mailboxes',
    shown: true,
    run: (call) =>
      call.store.identities.some(({ id }) => String(id) === call.params['identityId']) ? {} : notFound('Identity'),
  },
  { method: 'POST', path: '/v1/identities/{identityId}/mailboxes', shown: true, body: null, run: () => ({}) },
];

const REACTIONS = new Set(['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT']);

const SOCIAL: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/social-selling/posts',
    shown: true,
    query: ['identityIds', 'dateFrom', 'dateTo', 'includeReposts', 'page', 'pageSize'],
    run: (call) => page('posts', call.store.posts),
  },
  {
    method: 'GET',
    path: '/v1/social-selling/posts/{postId}',
    shown: true,
    run: (call) => call.store.posts.find(({ id }) => String(id) === call.params['postId']) ?? notFound('Post'),
  },
  {
    method: 'POST',
    path: '/v1/social-selling/posts/{postId}/reactions',
    shown: true,
    body: { amount: 'integer', identityIds: 'array', reactionTypes: 'array', skipAuthor: 'boolean' },
    run: (call) => {
      const types = call.body['reactionTypes'];
      const unknown = Array.isArray(types) ? types.filter((type) => !REACTIONS.has(String(type))) : [];
      if (unknown.length > 0) return refuse(400, `Unknown reaction: ${unknown.join(', ')}`);
      return { publishingPostId: call.store.nextId('publishing'), appUrl: 'https://app.stranger.example/publishing/1' };
    },
  },
];

export const ENGAGEMENT_ROUTES: readonly Route[] = [
  // The interface shows no body of this answer.
  { method: 'GET', path: '/v1/validate', shown: true, run: () => ({}) },
  ...FINDER,
  ...ACTIONS,
  ...LISTS,
  ...INBOX,
  ...IDENTITIES,
  ...SOCIAL,
];
