// What is delivered to a webhook, against the inputs its trigger declares.

import { kindOf } from '../../../contract/english.ts';
import { isNumericId } from '../../../contract/ids.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { type WebhookInputType, WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import type { WebhookInput } from '../../../contract/workflows/plan.ts';
import { mustBeObject } from '../../keys.ts';
import { HINTS_MAX, nearest } from '../../nearest.ts';
import { type Problem, Problems } from '../../problem.ts';

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
