// AI entities by id or name on the command line.

import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Session } from '../../app/session.ts';
import type { AiResource } from '../../shared/ai/kinds.ts';
import { idByName } from '../../shared/lookup/match.ts';

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where several have it. */
export async function aiIdOf(session: Session, kind: AiResource, text: string): Promise<number> {
  const known = { noun: kind.noun, plural: kind.plural, hint: `reach ai ${kind.word} list shows them` };
  return await idByName(text.trim(), known, async (name) => {
    const { call } = await session.client();
    const found: { readonly id: number; readonly name: string; readonly detail: string | null }[] = [];
    for await (const one of kind.list(call, { name, includeArchived: true }, { limit: 100 })) {
      if (!isObject(one) || typeof one['id'] !== 'number' || typeof one['name'] !== 'string') continue;
      found.push({
        id: one['id'],
        name: one['name'],
        detail: typeof one['entity'] === 'string' ? one['entity'] : null,
      });
    }
    return found;
  });
}

/** The record. Throws ApiError for an id that no record has; else as `aiIdOf`. */
export async function findAi(session: Session, kind: AiResource, text: string): Promise<JsonObject> {
  const id = await aiIdOf(session, kind, text);
  const { call } = await session.client();
  const { data } = await call(kind.routes.get, { params: { [kind.param]: id } });
  return isObject(data) ? data : {};
}
