// Tags of conversations. What a contact without a conversation is tagged with, the service does not show.

import { listPages } from '../../../client/answers/pages.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import type { Change } from './change.ts';
import { bodyOf, idOf, labelOf, type RecordedRoute, YES } from './recorded-route.ts';

const UNREAD = 'without a conversation, the service does not show which tags it had before';

const numbers = (value: unknown): number[] => [value ?? []].flat().map(Number);

export function tagging(is: 'added' | 'removed'): RecordedRoute {
  return {
    undo: YES,
    before: async (input, call) => {
      const { senderIdentityId } = bodyOf(input);
      const contactId = idOf(input, 'contactId');
      if (contactId === null) return [];
      const query = { contactId, ...(isId(senderIdentityId) && { senderIdentityId }) };
      const threads: unknown[] = [];
      for (const archived of [false, true])
        for await (const one of listPages(call, 'inbox', 'threads', { query: { ...query, archived } }))
          threads.push(one);
      return threads;
    },
    changes: (input, before) => {
      const { senderIdentityId, tagIds: inBody } = bodyOf(input);
      const wanted = numbers(inBody ?? input.query?.['tagIds']);
      const threads = Array.isArray(before) ? before.filter(isObject) : [];
      const head = { kind: 'conversation', id: idOf(input, 'contactId'), is: 'updated' } as const;
      const scope = typeof senderIdentityId === 'number' ? { scope: senderIdentityId } : {};
      if (threads.length === 0) return [{ ...head, ...scope, members: { tags: { [is]: wanted } }, unread: UNREAD }];
      // Of each sender: a tag may be on the conversations with one and not on those with another.
      const bySender = groupBy(threads, ({ senderIdentityId: sender }) => Number(sender));
      return [...bySender].flatMap(([sender, all]): Change[] => {
        const has = new Set(all.flatMap(({ tags }) => (Array.isArray(tags) ? tags.map(({ id }) => Number(id)) : [])));
        const changed = wanted.filter((tag) => has.has(tag) === (is === 'removed'));
        if (changed.length === 0) return [];
        const label = labelOf(all[0]?.['contact']);
        return [{ ...head, scope: sender, ...label, members: { tags: { [is]: changed } } }];
      });
    },
  };
}
