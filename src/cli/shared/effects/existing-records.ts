// Which of the records that requests name exist: one that does not is refused by the service, and changes nothing.

import type { RequestInput } from '../../../client/request.ts';
import { batchesOf } from '../../../contract/batches.ts';
import { isObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { bodyOf, idOf } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { COMPANY, CONTACT } from '../records/entity.ts';
import type { PlannedCall } from './planned-call.ts';

const KINDS = [
  { key: 'contactIds', entity: CONTACT },
  { key: 'companyIds', entity: COMPANY },
] as const;

/** Their path names the contact. */
const OF_ONE: readonly Route[] = [routes.contacts.delete, routes.inbox.addTags, routes.inbox.removeTags];

type Noun = 'contact' | 'company';

export interface ExistingRecords {
  /** The request without records that do not exist, null where none is left; and how the service refuses these. */
  of(input: RequestInput, route: Route): { readonly input: RequestInput | null; readonly missing: readonly string[] };
}

function namedIn({ input, route }: PlannedCall, key: 'contactIds' | 'companyIds'): number[] {
  if (OF_ONE.includes(route)) {
    const id = key === 'contactIds' ? idOf(input, 'contactId') : null;
    return typeof id === 'number' ? [id] : [];
  }
  const ids = route === routes.lists.addMembers ? bodyOf(input)[key] : [];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
}

/** Looked up for members of lists, for tags, and for deletions of several records. */
export async function existingOf(session: Session, calls: readonly PlannedCall[]): Promise<ExistingRecords> {
  const known = new Set<string>();
  const asked = new Set<Noun>();
  const { call } = await session.client();
  for (const { key, entity } of KINDS) {
    const ids = [...new Set(calls.flatMap((one) => namedIn(one, key)))];
    if (ids.length === 0 || (calls.length === 1 && calls[0]?.route === routes.contacts.delete)) continue;
    asked.add(entity.noun);
    for (const some of batchesOf(ids, LIMITS.pageSizeMax))
      for await (const record of entity.search(call, { include: { id: [...some] } }, { limit: null }))
        if (isObject(record)) known.add(`${entity.noun} ${String(record['id'])}`);
  }
  return {
    of(input, route) {
      const missing: string[] = [];
      let [left, isChanged] = [0, false];
      const body = { ...bodyOf(input) };
      for (const { key, entity } of KINDS) {
        const ids = asked.has(entity.noun) ? namedIn({ input, route }, key) : [];
        const existing = ids.filter((id) => known.has(`${entity.noun} ${id}`));
        for (const id of ids) if (!existing.includes(id)) missing.push(`There is no ${entity.noun} ${id}`);
        left += existing.length;
        if (existing.length === ids.length) continue;
        isChanged = true;
        if (Object.hasOwn(body, key)) body[key] = existing;
      }
      if (!isChanged) return { input, missing };
      return { input: left === 0 ? null : { ...input, body }, missing };
    },
  };
}
