// The inbox: links and tags of contacts, and what the interface leaves out.

import { idsOf, type Json, page, type Route } from '../route.ts';

export const INBOX_ROUTES: readonly Route[] = [
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
      for (const id of idsOf(call.body['tagIds'])) tags?.delete(id);
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
      for (const id of idsOf(call.body[call.switches.unshownPaths === 'theirs' ? 'labelIds' : 'tagIds'])) tags.add(id);
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
