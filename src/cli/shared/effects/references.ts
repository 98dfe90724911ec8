// What requests name in their path or body beside contacts and companies: a dry run looks whether it is there.

import { findRoute } from '../../../client/request.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { getOwn, objectIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { bodyOf } from '../../session/history/recorded-route.ts';
import { recordedRoute } from '../../session/history/recorded-routes.ts';
import type { Session } from '../../session/session.ts';
import { checkIdentityIds, checkTagIds } from '../lookup/by-name.ts';
import { checkListId } from '../lookup/list.ts';
import { isUnanswered } from '../lookup/match.ts';
import type { PlannedCall } from './targets.ts';

/** What holds the records of a list, by what a request puts on it. */
function entityOf({ path }: Route, body: object): EntityName | undefined {
  if ('companyIds' in body || path === '/v1/company') return 'COMPANY';
  const isOfContacts = 'contactIds' in body || 'contactGroupId' in body || 'input' in body || path === '/v1/contact';
  return isOfContacts ? 'CONTACT' : undefined;
}

/** What the path names, by the interface's read of it, and the folder that another goes into. */
async function readNamed(session: Session, { route, input }: PlannedCall): Promise<void> {
  const { call } = await session.client();
  const { params } = input;
  const folderId = getOwn(bodyOf(input), 'parentId');
  if (params?.['kind'] !== undefined && typeof folderId === 'number')
    await call(routes.aiFolders.get, { params: { kind: params['kind'], folderId } });
  const path = route.path.slice(0, route.path.lastIndexOf('}') + 1);
  // A preview is read by its results.
  const read = findRoute('GET', path) ?? findRoute('GET', `${path}/results`);
  if (read !== undefined && params !== undefined && recordedRoute(route)?.recorded.before === undefined)
    await call(read, { params });
}

/**
 * Throws what the command would end with where something is not there. Passes where the service does not say. effects.ts looks for
 * contacts, companies, and what is read as it was before.
 */
export async function checkReferences(session: Session, calls: readonly PlannedCall[]): Promise<void> {
  const identities = new Set<number>();
  const lists = new Map<number, EntityName | undefined>();
  const tags = new Set<number>();
  for (const { route, input } of calls) {
    const body = bodyOf(input);
    const all = { ...body, ...objectIn(getOwn(body, 'input')), ...input.params };
    const ids = (...names: readonly string[]) =>
      names.flatMap((name) => getOwn(all, name) ?? []).filter((id) => typeof id === 'number');
    for (const id of ids('identityId', 'senderIdentityId', 'identityIds')) identities.add(id);
    for (const id of ids('tagIds')) tags.add(id);
    for (const id of ids('listId', 'contactGroupId', 'contactListId', 'leadsGroupId'))
      lists.set(id, entityOf(route, body));
  }
  try {
    await checkIdentityIds(session, identities);
    await checkTagIds(session, tags);
    for (const [id, entity] of lists) await checkListId(session, String(id), entity);
    const [call] = calls;
    if (call !== undefined && calls.length === 1) await readNamed(session, call);
  } catch (error) {
    if (!isUnanswered(error)) throw error;
  }
}
