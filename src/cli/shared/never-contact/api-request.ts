// Never-contact for a request that is written by hand: whom it would have contacted, as far as it, or the workflow, names them.

import { findRoute } from '../../../client/request.ts';
import { anyIdOf, isId, parseId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, listIn, objectIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Session } from '../../session/session.ts';
import { neverContactOf } from './entries.ts';
import { type Audience, assertContactable } from './guard.ts';
import { assertApprovable, assertPublishable, contactableInput, idIn } from './workflow-audience.ts';

const UNDONE = 'nothing was sent';

const NAMING: readonly Route[] = [
  routes.campaigns.addContact,
  routes.campaigns.addContactGroup,
  routes.inbox.reply,
  routes.actions.run,
  routes.workflows.run,
];

function namedIn(named: JsonObject): Audience | null {
  const valuesOf = (keys: readonly string[]) => keys.flatMap((key) => getOwn(named, key) ?? []);
  const ids = valuesOf(['contactId', 'contactIds', 'leadId', 'leadIds']).flatMap((id) => parseId(String(id)) ?? []);
  const lists = valuesOf(['contactGroupId', 'contactGroupIds', 'contactListId', 'leadsGroupId']).filter(isId);
  return ids.length + lists.length > 0 ? { ids, lists } : null;
}

/** Exit 3 for a request that would have someone contacted who must not be. `path`: without its query. */
export async function assertMayContact(session: Session, method: string, path: string, content: unknown) {
  const route = findRoute(method, path);
  if (route === undefined || neverContactOf(session) === null) return;
  const body = objectIn(content);
  const input = objectIn(body['input']);
  const id = anyIdOf(path.split('/').at(-2) ?? '');
  if (NAMING.includes(route)) {
    const audience = namedIn(route === routes.workflows.run ? input : body);
    if (audience !== null) await assertContactable(session, audience, UNDONE);
    else if (route === routes.workflows.run) await contactableInput(session, id, input, null);
  } else if (route === routes.campaigns.setStatus) {
    if (body['status'] === 'ACTIVE') await assertContactable(session, { campaigns: [id] }, UNDONE);
  } else if (route === routes.workflows.publish) {
    const { workflows } = await session.api();
    await assertPublishable(session, () => workflows.get({ params: { workflowId: id } }));
  } else if (route === routes.workflows.create) {
    const type = getOwn(objectIn(body['trigger']), 'type') ?? 'MANUAL';
    const nodes = listIn(getOwn(objectIn(body['plan']), 'nodes')).filter(isObject);
    if (body['publish'] === true)
      await assertPublishable(session, async () => ({ trigger: { type: String(type) }, plan: { nodes } }));
  } else if (route === routes.workflows.decide && body['decision'] === 'APPROVED') {
    const ids = Array.isArray(body['ids']) ? body['ids'].flatMap((one) => idIn(one) ?? []) : undefined;
    await assertApprovable(session, { runId: id, stepId: String(body['stepId']), ids });
  }
}
