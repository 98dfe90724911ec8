import { ACTION_ENTITIES, ACTION_TYPES, type ActionType } from '../../contract/actions/enums.ts';
import type { EntityName } from '../../contract/entities.ts';
import { listIn, valueIn } from '../../contract/json.ts';

export function typeOf(action: unknown): ActionType | null {
  const type = valueIn(action, 'type');
  return ACTION_TYPES.find((known) => known === type) ?? null;
}

/** What the actions of a body work on, where they leave no choice. */
export function entityOfActions(body: unknown): EntityName | null {
  for (const action of listIn(valueIn(body, 'actions'))) {
    const type = typeOf(action);
    const [entity, other] = type === null ? [] : ACTION_ENTITIES[type];
    if (entity !== undefined && other === undefined) return entity;
  }
  return null;
}
