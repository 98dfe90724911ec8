// What a run call may or must bring, derived from plan and trigger.

import { kindOf } from '../../../contract/english.ts';
import { isNumericId } from '../../../contract/ids.ts';
import { getOwn, has, isObject } from '../../../contract/json.ts';
import {
  ENTITY_INPUTS,
  ENTITY_OF_INPUT,
  type EntityInput,
  LIST_ALIASES,
  MANUAL_INPUT,
  type WebhookInputType,
  WORKFLOW_LIMITS,
} from '../../../contract/workflows/enums.ts';
import type {
  Plan,
  RuntimeInputContract,
  Trigger,
  WebhookInput,
  WorkflowNode,
} from '../../../contract/workflows/plan.ts';
import { mustBeObject } from '../../keys.ts';
import { HINTS_MAX, nearest } from '../../nearest.ts';
import { type Problem, Problems } from '../../problem.ts';
import { blockOf } from '../blocks/catalogue.ts';
import { entryOf } from '../plan/graph.ts';

/** Keys of a run's input, for an entry that takes each of them: the public alias first, then what is accepted instead. */
const ACCEPTED: Readonly<Record<EntityInput, readonly string[]>> = {
  leadsGroupId: ['contactListId', 'leadsGroupId', 'leadIds', 'leadId'],
  leadIds: ['leadIds', 'leadId'],
  leadId: ['leadId', 'leadIds'],
  companyGroupId: ['companyListId', 'companyGroupId', 'companyIds', 'companyId'],
  companyIds: ['companyIds', 'companyId'],
  companyId: ['companyId', 'companyIds'],
};

/** The entity input of an entry block and what it is set to; null for one that has none, such as an import. */
function entityInputOf(node: WorkflowNode) {
  if (node.kind !== 'BLOCK') return null;
  const block = blockOf(node.blockId);
  if (block?.group !== 'selector') return null;
  const key = ENTITY_INPUTS.find((name) => block.inputs.some((input) => input.key === name));
  return key === undefined ? null : { key, value: node.inputs?.[key], entity: ENTITY_OF_INPUT[key] };
}

const unsupported = (reason: string): RuntimeInputContract => ({ status: 'UNSUPPORTED', reason });

/** A number for an example; the id of no particular record. */
const EXAMPLE_ID = 1;

const isList = (key: string): boolean => key.endsWith('Ids');

/**
 * EMPTY: runs take no input. SUPPORTED: they take one of `acceptedKeys`. UNSUPPORTED: the run endpoint rejects them, for
 * `reason`. For a plan in order; of another it says what is in the way.
 */
export function runtimeInputContract(plan: Plan, trigger: Trigger): RuntimeInputContract {
  if (trigger.type === 'WEBHOOK' && (trigger.inputs ?? []).length > 0) {
    return unsupported('the webhook declares inputs: a delivery to its URL starts a run');
  }
  const entry = entryOf(plan);
  if (entry === null) return unsupported('the plan has no single entry');
  const block = entry.kind === 'BLOCK' ? blockOf(entry.blockId) : null;
  if (block === null || !block.isEntry || entry.kind !== 'BLOCK') {
    return unsupported('the entry is not a selector or import block');
  }
  if (block.blockId === 'IMPORT_COMPANY_FROM_PAYLOAD') {
    return unsupported('the entry imports what a webhook delivery brings');
  }
  const seed = entityInputOf(entry);
  if (seed?.value === MANUAL_INPUT) {
    const acceptedKeys = [...ACCEPTED[seed.key]];
    const [key = seed.key] = acceptedKeys;
    return {
      status: 'SUPPORTED',
      acceptedKeys,
      exampleBody: { input: { [key]: isList(key) ? [EXAMPLE_ID] : EXAMPLE_ID } },
    };
  }
  const missing = block.inputs.find(({ key, required, resolution }) => {
    const value = getOwn(entry.inputs ?? {}, key);
    return required && resolution === 'configure' && (value === undefined || value === null || value === '');
  });
  if (missing !== undefined) return unsupported(`the entry has no ${missing.key}`);
  return { status: 'EMPTY', exampleBody: {} };
}

/** What a run was given, in the words of the plan's own inputs: aliases become the raw key. */
export interface RunInput {
  readonly key: EntityInput;
  readonly value: number | readonly number[];
}

const RAW_KEY: ReadonlyMap<string, string> = new Map(Object.entries(LIST_ALIASES));

interface Accepting {
  readonly status: RuntimeInputContract['status'];
  readonly acceptedKeys?: readonly string[] | undefined;
  readonly reason?: string | undefined;
}

/** What is accepted as a fallback need not be among `acceptedKeys`. */
const withFallbacks = (keys: readonly string[]): readonly string[] => [
  ...new Set(keys.flatMap((key) => [key, ...(getOwn(ACCEPTED, RAW_KEY.get(key) ?? key) ?? [])])),
];

/** The input of a run call: problems under `input`, or what it says; null where nothing may be given and nothing is. */
export function readRunInput(contract: Accepting, input: unknown) {
  const problems = Problems.none();
  const keys = isObject(input) ? Object.keys(input).filter((key) => has(input, key)) : [];
  // The interface names two statuses; whatever the third is called, it rejects runs.
  if (contract.status !== 'EMPTY' && contract.status !== 'SUPPORTED') {
    const reason = contract.reason ?? `its runtimeInputContract is ${contract.status}`;
    problems.error([], 'input_unsupported', `a run call cannot start this workflow: ${reason}`);
    return { problems: problems.found, input: null };
  }
  const accepted = withFallbacks(contract.acceptedKeys ?? []);
  if (input !== undefined && input !== null && !isObject(input)) {
    problems.error(['input'], 'invalid_type', `input must be an object, not ${kindOf(input)}`);
  } else if (contract.status === 'EMPTY') {
    for (const key of keys) {
      problems.error(['input', key], 'unknown_key', 'this workflow runs without input: its entry is fixed');
    }
  } else if (keys.length !== 1) {
    const message = keys.length === 0 ? 'it has none' : `it has ${keys.join(', ')}`;
    problems.error(['input'], 'required', `input needs exactly one of ${accepted.join(', ')}; ${message}`);
  }
  const [key = ''] = keys;
  if (problems.found.length > 0 || contract.status === 'EMPTY' || !isObject(input)) {
    return { problems: problems.found, input: null };
  }
  return checkedInput(problems, accepted, key, getOwn(input, key));
}

function checkedInput(problems: Problems, accepted: readonly string[], key: string, value: unknown) {
  const raw = ENTITY_INPUTS.find((name) => name === (RAW_KEY.get(key) ?? key));
  if (!accepted.includes(key)) {
    const message = `input takes one of ${accepted.join(', ')}, not "${key.slice(0, 60)}"`;
    problems.error(['input', key], 'unknown_key', message);
  }
  // A key that another service takes, and only it can check.
  if (raw === undefined || problems.found.length > 0) return { problems: problems.found, input: null };
  if (isList(raw)) {
    if (Array.isArray(value) && value.length > 0 && value.every(isNumericId)) {
      return { problems: problems.found, input: { key: raw, value } };
    }
    problems.error(['input', key], 'invalid_type', `${key} must be a list of ids, not ${kindOf(value)}`);
    return { problems: problems.found, input: null };
  }
  if (isNumericId(value)) return { problems: problems.found, input: { key: raw, value } };
  problems.error(['input', key], 'invalid_type', `${key} must be an id, not ${kindOf(value)}`);
  return { problems: problems.found, input: null };
}

// What is delivered to a webhook, against the inputs its trigger declares.

const isListOf = (value: unknown, fits: (one: unknown) => boolean): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= WORKFLOW_LIMITS.idsMax && value.every(fits);

type Fit = readonly [fits: (value: unknown) => boolean, what: string];

const FITS: Readonly<Record<WebhookInputType, Fit>> = {
  leadIds: [(value) => isListOf(value, isNumericId) && value.length > 0, 'a list of contact ids'],
  companyIds: [(value) => isListOf(value, isNumericId) && value.length > 0, 'a list of company ids'],
  companyPayload: [isObject, 'an object that describes a company'],
  string: [(value) => typeof value === 'string' && value.length <= WORKFLOW_LIMITS.textMax, 'text'],
  number: [(value) => typeof value === 'number' && Number.isFinite(value), 'a number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  stringArray: [(value) => isListOf(value, (one) => typeof one === 'string'), 'a list of texts'],
  numberArray: [(value) => isListOf(value, (one) => typeof one === 'number'), 'a list of numbers'],
};

/** A service may know more types than we do: of those, any value fits. */
const OTHER: Fit = [() => true, 'a value'];

/** Every problem of a payload: all declared keys are needed (undocumented), no other is taken. Paths begin with the key. */
export function checkPayload(inputs: readonly WebhookInput[], payload: unknown): readonly Problem[] {
  const problems = Problems.none();
  if (!mustBeObject(problems, [], payload, 'a delivery must be an object with the declared inputs'))
    return problems.found;
  const keys = inputs.map(({ key }) => key);
  for (const { key, type } of inputs) {
    const [fits, what] = getOwn<Fit>(FITS, type) ?? OTHER;
    const value = getOwn(payload, key);
    if (value === undefined) problems.error([key], 'required', `${key} is required: ${what}`);
    else if (!fits(value)) problems.error([key], 'invalid_type', `${key} must be ${what}, not ${message(value)}`);
  }
  for (const key of Object.keys(payload)) {
    if (!keys.includes(key)) problems.error([key], 'unknown_key', unknownKey(key, keys, problems.found.length));
  }
  return problems.found;
}

function message(value: unknown): string {
  if (!Array.isArray(value)) return kindOf(value);
  if (value.length === 0) return 'an empty list';
  const { idsMax } = WORKFLOW_LIMITS;
  return value.length > idsMax ? `a list of ${value.length} (at most ${idsMax})` : 'a list with something else in it';
}

function unknownKey(key: string, keys: readonly string[], before: number): string {
  const unknown = `the webhook declares no input "${key.slice(0, 60)}"`;
  if (keys.length === 0) return `${unknown}: it declares no inputs`;
  if (before >= HINTS_MAX) return unknown;
  const meant = nearest(key, keys);
  return meant === null ? `${unknown}; it declares ${keys.join(', ')}` : `${unknown}; did you mean ${meant}?`;
}
