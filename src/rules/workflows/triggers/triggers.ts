// What starts a workflow: each trigger type with all its fields.

import { withArticle } from '../../../contract/english.ts';
import { ENTITY_OF, NOUNS } from '../../../contract/entities.ts';
import { getOwn, has, isObject, type JsonObject } from '../../../contract/json.ts';
import { fieldsOf, type Schema } from '../../../contract/schema-parts.ts';
import {
  SIGNAL_KINDS,
  TRIGGER_READ_ONLY,
  TRIGGER_TYPES,
  type TriggerType,
  WEBHOOK_INPUT_TYPES,
  type WebhookInputType,
  WORKFLOW_LIMITS,
  type WorkflowEntity,
} from '../../../contract/workflows/enums.ts';
import {
  ApiCall,
  type ConditionField,
  Intent,
  Manual,
  Schedule,
  Signal,
  Webhook,
  WebhookInput,
} from '../../../contract/workflows/plan.ts';
import { checkFieldsOf, checkText, checkWord } from '../../check-value.ts';
import { checkFields, checkKeys, checkRequired, mustBeList, mustBeObject, readWord } from '../../keys.ts';
import type { At } from '../../problem.ts';
import { knownFields } from '../../records/fields.ts';
import { checkListId } from '../blocks/values.ts';
import type { Checking } from '../checking.ts';
import { checkSchedule } from './schedules.ts';

export interface DeclaredInputs {
  readonly isWebhook: boolean;
  /** Key → its type; null when the type is none. */
  readonly inputs: ReadonlyMap<string, WebhookInputType | null>;
  /** Keys that a node takes. */
  readonly used: Set<string>;
}

/** A trigger as far as it can be read. */
export interface ReadTrigger {
  readonly type: TriggerType | null;
  readonly fields: JsonObject;
  readonly declared: DeclaredInputs;
}

const TRIGGERS: Readonly<Record<TriggerType, Schema>> = {
  MANUAL: Manual,
  SCHEDULE: Schedule,
  WEBHOOK: Webhook,
  API: ApiCall,
  INTENT: Intent,
};

const AT: At = ['trigger'];

/** Reads and checks `trigger`; without one it is MANUAL. */
export function checkTrigger(checking: Checking, value: unknown): ReadTrigger {
  const none: DeclaredInputs = { isWebhook: false, inputs: new Map(), used: new Set() };
  if (value === undefined) return { type: 'MANUAL', fields: {}, declared: none };
  if (!isObject(value)) {
    checkFields(checking, AT, value, '{ type: MANUAL }');
    return { type: null, fields: {}, declared: none };
  }
  const type = readWord(checking, AT, value, {
    ...{ key: 'type', words: TRIGGER_TYPES, needs: 'a trigger needs a type', mustBe: TRIGGER_TYPES.join(', ') },
    ...{ unknown: 'unknown trigger', code: 'unknown_trigger' },
  });
  if (type === null) return { type, fields: value, declared: none };
  checkKeys(
    checking,
    AT,
    value,
    Object.keys(fieldsOf(TRIGGERS[type]).fields),
    `${withArticle(type)} trigger`,
    TRIGGER_READ_ONLY,
  );
  checkFieldsOf(checking, AT, value, TRIGGERS[type], 'entity');
  if (type === 'SCHEDULE') checkSchedule(checking, AT, value);
  if (type === 'INTENT') checkSignal(checking, value);
  const inputs = type === 'WEBHOOK' ? checkDeclared(checking, value) : new Map<string, WebhookInputType | null>();
  return { type, fields: value, declared: { isWebhook: type === 'WEBHOOK', inputs, used: new Set() } };
}

const KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;

function checkDeclared(checking: Checking, trigger: JsonObject): Map<string, WebhookInputType | null> {
  const declared = new Map<string, WebhookInputType | null>();
  const at = [...AT, 'inputs'];
  if (!has(trigger, 'inputs')) return declared;
  const inputs = getOwn(trigger, 'inputs');
  if (!mustBeList(checking, at, inputs, 'inputs must be a list of { key, type, label }')) return declared;
  if (inputs.length > WORKFLOW_LIMITS.webhookInputs) {
    const message = `a webhook declares at most ${WORKFLOW_LIMITS.webhookInputs} inputs, not ${inputs.length}`;
    checking.error(at, 'too_big', message);
  }
  let entityAt: At | null = null;
  for (const [index, input] of inputs.entries()) {
    const read = checkDeclaration(checking, [...at, index], input, declared);
    if (read?.type !== 'leadIds' && read?.type !== 'companyIds') continue;
    if (entityAt !== null) {
      const message = 'only one input can bring the records a run starts with; this is the second';
      checking.undocumented([...at, index, 'type'], 'several_entities', message);
    }
    entityAt ??= [...at, index];
  }
  return declared;
}

function checkDeclaration(checking: Checking, at: At, input: unknown, declared: Map<string, WebhookInputType | null>) {
  if (!mustBeObject(checking, at, input, 'an input must be { key, type, label }')) return null;
  checkKeys(checking, at, input, Object.keys(fieldsOf(WebhookInput).fields), 'a declared input');
  checkFieldsOf(checking, at, input, WebhookInput, 'label');
  const written = getOwn(input, 'type');
  const type = WEBHOOK_INPUT_TYPES.find((name) => name === written) ?? null;
  const why = `a declared input needs a type: ${WEBHOOK_INPUT_TYPES.join(', ')}`;
  if (checkRequired(checking, at, input, 'type', why))
    checkWord(checking.ofUndocumented, [...at, 'type'], written, WEBHOOK_INPUT_TYPES);
  const key = getOwn(input, 'key');
  if (!checkRequired(checking, at, input, 'key', 'a declared input needs a key: its name in the payload'))
    return { type };
  if (typeof key !== 'string' || key.trim() === '' || key.length > WORKFLOW_LIMITS.inputKeyMax) {
    checkText(checking, [...at, 'key'], key, WORKFLOW_LIMITS.inputKeyMax);
  } else if (!KEY.test(key)) {
    checking.undocumented(
      [...at, 'key'],
      'invalid_value',
      `key "${key}" must be letters, digits, _ and -, and not begin with a digit`,
    );
  } else if (declared.has(key)) {
    checking.error([...at, 'key'], 'duplicate_key', `another input has the key "${key}"`);
  } else declared.set(key, type);
  return { type };
}

function checkSignal(checking: Checking, trigger: JsonObject): void {
  const at = [...AT, 'signal'];
  const example = '{ kind: LEAD_CREATED }';
  if (!checkRequired(checking, AT, trigger, 'signal', `an INTENT trigger needs a signal such as ${example}`)) return;
  const signal = checkFields(checking, at, getOwn(trigger, 'signal'), example);
  if (signal === null) return;
  checkKeys(checking, at, signal, Object.keys(fieldsOf(Signal).fields), 'a signal');
  const kind = getOwn(signal, 'kind');
  if (!checkRequired(checking, at, signal, 'kind', `a signal needs a kind: ${SIGNAL_KINDS.join(', ')}`)) return;
  checkWord(checking, [...at, 'kind'], kind, SIGNAL_KINDS);
  if (typeof kind !== 'string' || !SIGNAL_KINDS.some((name) => name === kind)) return;
  const entity = kind.startsWith('COMPANY') ? 'COMPANY' : 'LEAD';
  if (has(signal, 'listId')) {
    if (kind.endsWith('ADDED_TO_LIST')) checkListId(checking, [...at, 'listId'], getOwn(signal, 'listId'), entity);
    else checking.undocumented([...at, 'listId'], 'unknown_key', `${kind} takes no listId: only signals of lists do`);
  }
  if (!has(signal, 'field')) return;
  const field = getOwn(signal, 'field');
  if (!kind.endsWith('PROPERTY_UPDATED')) {
    checking.undocumented([...at, 'field'], 'unknown_key', `${kind} takes no field: only signals of properties do`);
  } else if (typeof field !== 'string' || field.trim() === '' || field.length > WORKFLOW_LIMITS.nameMax) {
    checkText(checking, [...at, 'field'], field, WORKFLOW_LIMITS.nameMax);
  } else {
    const known = checking.field([...at, 'field'], field);
    if (known !== null) checkProperty(checking, [...at, 'field'], known, entity);
  }
}

/** Only what a record has of its own is updated: not what is known of it otherwise, and not what its company has. */
function checkProperty(checking: Checking, at: At, { id, entities, group }: ConditionField, entity: WorkflowEntity) {
  const of = ENTITY_OF[entity];
  if (!entities.includes(entity)) checking.undocumented(at, 'wrong_entity', `${id} is not a field of ${NOUNS[of]}`);
  else if (entity === 'LEAD' && knownFields(of, []).get(id)?.of === 'COMPANY') {
    const message = `${id} is what the company of a contact has: COMPANY_PROPERTY_UPDATED says that it was updated`;
    checking.undocumented(at, 'wrong_entity', message);
  } else if (group !== 'ENTITY' && (group !== 'CRM' || id === 'crm.isLinked'))
    checking.undocumented(
      at,
      'no_property',
      `${id} is no property of ${NOUNS[of]}: no signal says that it was updated`,
    );
}
