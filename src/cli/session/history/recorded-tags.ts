// Tags of conversations. What a contact without a conversation is tagged with, the service does not show.

import { append } from '../../../contract/append.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Change } from './change.ts';
import { bodyOf, idOf, labelOf, type RecordedRoute, recordIn, YES } from './recorded-route.ts';

const UNREAD = 'without a conversation, the service does not show which tags it had before';

const numbers = (value: unknown): number[] => [value ?? []].flat().map(Number);

export function tagging(is: 'added' | 'removed'): RecordedRoute {
  return {
    undo: YES,
    before: async (input, call) => {
      const { senderIdentityId } = bodyOf(input);
      const query = {
        contactId: idOf(input, 'contactId'),
        ...(senderIdentityId !== undefined && { senderIdentityId }),
        pageSize: 100,
      };
      const threads: unknown[] = [];
      for (const archived of [false, true]) {
        const { inboxes } = recordIn((await call(routes.inbox.threads, { query: { ...query, archived } })).data);
        if (Array.isArray(inboxes)) append(threads, inboxes);
      }
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
