// AI entities by id or name on the command line.

import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Session } from '../../session/session.ts';
import { idByName } from '../lookup/match.ts';
import type { AiResource } from './kinds.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where several have it. */
export async function aiIdOf(session: Session, kind: AiResource, text: string): Promise<AnyId> {
  const { call } = await session.client();
  return await idByName(session, text.trim(), {
    noun: kind.noun,
    plural: kind.plural,
    hint: `reach ai ${kind.word} list shows them`,
    list: async function* (name) {
      for await (const one of kind.list(
        call,
        { ...(name !== undefined && { name }), includeArchived: true },
        { filtersItself: true },
      )) {
        if (isObject(one))
          yield {
            id: isId(one['id']) ? one['id'] : undefined,
            name: textOf(one['name']),
            detail: textOf(one['entity']),
          };
      }
    },
    get: (id) => call(kind.routes.get, { params: { [kind.param]: id } }),
  });
}

/** The record. Throws ApiError for an id that no record has; else as `aiIdOf`. */
export async function findAi(session: Session, kind: AiResource, text: string): Promise<JsonObject> {
  const id = await aiIdOf(session, kind, text);
  const { call } = await session.client();
  const { data } = await call(kind.routes.get, { params: { [kind.param]: id } });
  return isObject(data) ? data : {};
}
