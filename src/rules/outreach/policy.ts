// The policy of an outreach folder: what no plan may do, whoever applies it.

import { kindOf } from '../../contract/english.ts';
import { getOwn, has, isObject } from '../../contract/json.ts';
import { checkKeys } from '../keys.ts';
import type { At, Problems } from '../problem.ts';
import { RESOURCE_KINDS, type ResourceKind } from './kinds.ts';

export interface Policy {
  /** More people than these must not be reached by one plan; null for any number. */
  readonly maximumPeople: number | null;
  /** Campaigns that are started by people alone. */
  readonly notFromCi: readonly string[];
  /** Kind → fields that every file of it must fill. */
  readonly requiredFields: ReadonlyMap<ResourceKind, readonly string[]>;
  /** The identities that may send; null for any. */
  readonly senders: readonly string[] | null;
}

export const NO_POLICY: Policy = { maximumPeople: null, notFromCi: [], requiredFields: new Map(), senders: null };

const POLICY_KEYS = ['maximumPeople', 'notFromCi', 'requiredFields', 'senders'] as const;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== '');

function checkTexts(problems: Problems, at: At, value: unknown, example: string): void {
  if (!isTexts(value)) problems.error(at, 'invalid_type', `${String(at.at(-1))} must be a list such as ${example}`);
}

/** What is wrong with the policy itself: one that is not understood would allow everything. */
export function checkPolicy(problems: Problems, policy: unknown): void {
  const at = ['policy'];
  if (!isObject(policy)) {
    const example = '{ maximumPeople: 500, senders: [Robin Hale] }';
    problems.error(at, 'invalid_type', `policy must be an object such as ${example}, not ${kindOf(policy)}`);
    return;
  }
  checkKeys(problems, at, policy, POLICY_KEYS, 'a policy', [], 'given');
  const most = getOwn(policy, 'maximumPeople');
  if (has(policy, 'maximumPeople') && !(typeof most === 'number' && Number.isSafeInteger(most) && most >= 0)) {
    problems.error([...at, 'maximumPeople'], 'invalid_type', 'maximumPeople must be a whole number such as 500');
  }
  if (has(policy, 'notFromCi')) checkTexts(problems, [...at, 'notFromCi'], getOwn(policy, 'notFromCi'), '[Welcome]');
  if (has(policy, 'senders')) checkTexts(problems, [...at, 'senders'], getOwn(policy, 'senders'), '[Robin Hale]');
  if (!has(policy, 'requiredFields')) return;
  const fields = getOwn(policy, 'requiredFields');
  if (!isObject(fields)) {
    const example = '{ campaign: [description] }';
    problems.error([...at, 'requiredFields'], 'invalid_type', `requiredFields must be such as ${example}`);
    return;
  }
  checkKeys(problems, [...at, 'requiredFields'], fields, RESOURCE_KINDS, 'requiredFields', [], 'given');
  for (const [kind, names] of Object.entries(fields)) {
    checkTexts(problems, [...at, 'requiredFields', kind], names, '[description]');
  }
}

/** As far as it is sound: a folder with a broken policy is never applied. */
export function policyOf(value: unknown): Policy {
  if (!isObject(value)) return NO_POLICY;
  const texts = (key: string) => {
    const found = getOwn(value, key);
    return isTexts(found) ? found : null;
  };
  const most = getOwn(value, 'maximumPeople');
  const fields = getOwn(value, 'requiredFields');
  const required = RESOURCE_KINDS.flatMap((kind) => {
    const names = isObject(fields) ? getOwn(fields, kind) : undefined;
    return isTexts(names) ? [[kind, names] as const] : [];
  });
  return {
    maximumPeople: typeof most === 'number' ? most : null,
    notFromCi: texts('notFromCi') ?? [],
    requiredFields: new Map(required),
    senders: texts('senders'),
  };
}

interface BrokenPolicy {
  readonly at: At;
  readonly message: string;
}

const isFilled = (value: unknown): boolean =>
  value != null && (typeof value !== 'string' || value.trim() !== '') && !(Array.isArray(value) && value.length === 0);

/** What one file, as it is written, breaks. */
export function brokenInFile({ requiredFields, senders }: Policy, kind: ResourceKind, file: unknown): BrokenPolicy[] {
  if (!isObject(file)) return [];
  const missing = (requiredFields.get(kind) ?? []).filter((name) => !isFilled(getOwn(file, name)));
  const broken: BrokenPolicy[] = missing.map((name) => ({
    at: [name],
    message: `the policy of the folder requires ${name} in every ${kind}`,
  }));
  if (senders === null || kind !== 'campaign') return broken;
  for (const key of ['identity', 'identityId']) {
    const sender = getOwn(file, key);
    if (sender == null || (typeof sender === 'string' && senders.includes(sender.trim()))) continue;
    broken.push({ at: [key], message: `the policy of the folder allows these senders only: ${senders.join(', ')}` });
  }
  return broken;
}
