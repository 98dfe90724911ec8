// Everything that is wrong with an enrichment run, at once: `action lint` and the service ask this one function.

import {
  ACTION_ENTITIES,
  ACTION_TYPES,
  type ActionType,
  RUN_TARGET_KEYS,
  RUN_TARGETS,
  type RunTarget,
} from '../../contract/actions/enums.ts';
import { type EntityName, NOUNS } from '../../contract/entities.ts';
import { getOwn, has, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { routes } from '../../contract/routes/routes.ts';
import { checkId, checkWord } from '../check-value.ts';
import { checkKeys, checkRequired, mustBeList, mustBeObject } from '../keys.ts';
import { type At, concluded, type Problem, Problems, type ServiceKnowledge } from '../problem.ts';
import { typeOf } from './entity.ts';
import { checkOptions } from './options.ts';

/** All problems of the body of a run, in its own order; paths and codes are those of the service's 400. */
export function checkRun(body: unknown, knowledge: ServiceKnowledge = {}): Problem[] {
  const problems = Problems.none();
  if (!mustBeObject(problems, [], body, 'a run must be an object with actions and a target')) return problems.found;
  checkKeys(problems, [], body, ['actions', ...RUN_TARGET_KEYS], 'a run');
  const target = checkTarget(problems, body);
  checkActions(problems, body, target && RUN_TARGETS[target], target ?? 'the target');
  return concluded(problems, body, knowledge, routes.actions.run);
}

/** Exactly one target. Gives it, or null where it is not clear which is meant. */
function checkTarget(problems: Problems, body: JsonObject): RunTarget | null {
  const named = RUN_TARGET_KEYS.filter((key) => has(body, key));
  const [first, ...others] = named;
  if (first === undefined) {
    const message = `a run needs a target: one of ${RUN_TARGET_KEYS.join(', ')}`;
    problems.error(['contactIds'], 'required', message);
    return null;
  }
  for (const other of others) {
    problems.error([other], 'exclusive', `${other} cannot be combined with ${first}: a run has exactly one target`);
  }
  for (const key of named) checkIds(problems, key, getOwn(body, key));
  return others.length === 0 ? first : null;
}

function checkIds(problems: Problems, key: RunTarget, value: unknown): void {
  if (!mustBeList(problems, [key], value, `${key} must be a list of ids`)) return;
  if (value.length === 0) problems.error([key], 'too_small', `${key} needs at least one id`);
  const most = key === 'contactIds' || key === 'companyIds' ? LIMITS.runRecords : LIMITS.runLists;
  if (value.length > most) {
    const hint = most === LIMITS.runRecords ? ': put them in a list' : '';
    problems.undocumented([key], 'too_big', `${key} has ${value.length} ids; at most ${most} are allowed${hint}`);
    return;
  }
  for (const [index, id] of value.entries()) checkId(problems, [key, index], id);
}

function checkActions(problems: Problems, body: JsonObject, entity: EntityName | null, target: string): void {
  if (!checkRequired(problems, [], body, 'actions', 'a run needs actions: a list with at least one action')) return;
  const actions = getOwn(body, 'actions');
  if (!mustBeList(problems, ['actions'], actions, 'actions must be a list of actions')) return;
  if (actions.length === 0) problems.error(['actions'], 'too_small', 'actions needs at least one action');
  if (actions.length > LIMITS.runActions) {
    const message = `actions has ${actions.length} entries; at most ${LIMITS.runActions} are allowed`;
    problems.undocumented(['actions'], 'too_big', message);
    return;
  }
  for (const [index, action] of actions.entries()) checkAction(problems, index, action, entity, target);
  if (entity === null) checkOneEntity(problems, actions);
}

function checkAction(problems: Problems, index: number, action: unknown, entity: EntityName | null, target: string) {
  const at: At = ['actions', index];
  if (!mustBeObject(problems, at, action, `actions[${index}] must be an object with a type`)) return;
  checkKeys(problems, at, action, ['type', 'options'], 'an action');
  if (!checkRequired(problems, at, action, 'type', 'an action needs a type (reach action types lists them)')) return;
  const type = typeOf(action);
  if (type === null) {
    checkWord(problems, [...at, 'type'], getOwn(action, 'type'), ACTION_TYPES);
    return;
  }
  if (entity !== null && !ACTION_ENTITIES[type].includes(entity)) {
    const [works] = ACTION_ENTITIES[type];
    const message = `${type} works on ${NOUNS[works ?? entity]}, and ${target} names ${NOUNS[entity]}`;
    problems.error([...at, 'type'], 'wrong_target', message);
  }
  checkOptions(problems, [...at, 'options'], type, getOwn(action, 'options'));
}

/** Without a target that decides: actions on contacts and actions on companies cannot both be right. */
function checkOneEntity(problems: Problems, actions: readonly unknown[]): void {
  let settled: { readonly type: ActionType; readonly entity: EntityName } | null = null;
  for (const [index, action] of actions.entries()) {
    const type = typeOf(action);
    const [entity, other] = type === null ? [] : ACTION_ENTITIES[type];
    if (type === null || entity === undefined || other !== undefined) continue;
    settled ??= { type, entity };
    if (settled.entity === entity) continue;
    const message = `${type} works on ${NOUNS[entity]}, and ${settled.type} on ${NOUNS[settled.entity]}`;
    problems.error(['actions', index, 'type'], 'wrong_target', message);
  }
}
