// The inbox: links and tags of contacts, and what the interface leaves out.

import { add, idsOf, PAGED, page, type Route, route } from '../route.ts';

export const INBOX_ROUTES: readonly Route[] = [
  route(
    'POST /v1/inbox/link',
    {
      body: { folder: 'string', channel: 'array', tagIds: 'array', leadIds: 'array', leadId: 'integer' },
      // Further filters exist; their names are not shown.
      open: true,
    },
    (call) => ({ url: `https://app.stranger.example/inbox?folder=${String(call.body['folder'] ?? 'received')}` }),
  ),
  route(
    'DELETE /v1/inbox/contacts/{contactId}/tags',
    { body: { tagIds: 'array', senderIdentityId: 'any' }, required: ['tagIds'] },
    (call) => {
      const tags = call.store.tagged.get(call.params['contactId'] ?? '');
      for (const id of idsOf(call.body['tagIds'])) tags?.delete(id);
      return { contactId: Number(call.params['contactId']), tagIds: call.body['tagIds'], success: true };
    },
  ),
  route(
    'POST /v1/inbox/contacts/{contactId}/tags',
    { elsewhere: '/v1/inbox/contacts/{contactId}/labels', body: null, unshownBody: { tagIds: 'labelIds' } },
    (call) => {
      const key = call.params['contactId'] ?? '';
      call.store.tagged.set(key, new Set([...(call.store.tagged.get(key) ?? []), ...idsOf(call.body['tagIds'])]));
      return {};
    },
  ),
  route('GET /v1/inbox/tags', { elsewhere: '/v1/inbox/labels', query: PAGED }, (call) => page('tags', call.store.tags)),
  route('POST /v1/inbox/tags', { elsewhere: '/v1/inbox/labels', body: null }, (call) =>
    add(call, 'tags', 'tag', { name: call.body['name'] }),
  ),
  route(
    'GET /v1/inboxes',
    {
      elsewhere: '/v1/threads',
      query: PAGED,
      unshownQuery: { search: 'q', senderIdentityId: 'identityId', archived: 'archived' },
    },
    (call) =>
      page(
        'threads',
        call.store.contacts.slice(0, 2).map(({ id }) => ({ contactId: id })),
      ),
  ),
  route('GET /v1/inboxes/{contactId}/messages', { elsewhere: '/v1/threads/{threadId}/messages', query: PAGED }, () =>
    page('messages', [{ id: 'm-1', content: 'Hello' }]),
  ),
  route(
    'POST /v1/inbox/messages',
    {
      elsewhere: '/v1/inbox/replies',
      body: null,
      unshownBody: { contactId: 'leadId', senderIdentityId: 'identityId', message: 'content' },
    },
    () => ({}),
  ),
];
