// Which records of a workspace a workflow names: what has to be asked for when it is checked online.

import { append } from '../../../contract/append.ts';
import { isObject } from '../../../contract/json.ts';
import { given, referenceText } from '../../shape.ts';
import { blockOf } from '../blocks/catalogue.ts';

export interface PlanReferences {
  readonly listIds: readonly number[];
  readonly campaignIds: readonly string[];
}

const ids = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number' && Number.isSafeInteger(id) && id > 0);

/** What is named in inputs, conditions and the trigger; of a body of any shape. */
export function namesIn(body: unknown): PlanReferences {
  const listIds: number[] = [];
  const campaignIds: string[] = [];
  const plan = isObject(body) ? given(body, 'plan') : undefined;
  const nodes = isObject(plan) ? given(plan, 'nodes') : undefined;
  for (const node of Array.isArray(nodes) ? nodes.filter(isObject) : []) {
    const inputs = given(node, 'inputs');
    for (const { key, type } of blockOf(given(node, 'blockId'))?.inputs ?? []) {
      const value = isObject(inputs) ? given(inputs, key) : undefined;
      if (type === 'leadsGroupId' || type === 'companyGroupId') append(listIds, ids(value));
      const campaignId = type === 'campaignId' ? referenceText(value) : null;
      if (campaignId !== null) campaignIds.push(campaignId);
    }
    const conditions = given(node, 'conditions');
    for (const condition of Array.isArray(conditions) ? conditions.filter(isObject) : []) {
      if (given(condition, 'field') === 'platform.listIds') append(listIds, ids(given(condition, 'value')));
    }
  }
  const trigger = isObject(body) ? given(body, 'trigger') : undefined;
  const signal = isObject(trigger) ? given(trigger, 'signal') : undefined;
  if (isObject(signal)) append(listIds, ids(given(signal, 'listId')));
  return { listIds, campaignIds };
}
