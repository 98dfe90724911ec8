// Which records of a workspace a workflow names: what has to be asked for when it is checked online.

import { append } from '../../../contract/append.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { referenceText } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
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
  const plan = isObject(body) ? getOwn(body, 'plan') : undefined;
  const nodes = isObject(plan) ? getOwn(plan, 'nodes') : undefined;
  for (const node of Array.isArray(nodes) ? nodes.filter(isObject) : []) {
    const inputs = getOwn(node, 'inputs');
    for (const { key, type } of blockOf(getOwn(node, 'blockId'))?.inputs ?? []) {
      const value = isObject(inputs) ? getOwn(inputs, key) : undefined;
      if (type === 'leadsGroupId' || type === 'companyGroupId') append(listIds, ids(value));
      const campaignId = type === 'campaignId' ? referenceText(value) : null;
      if (campaignId !== null) campaignIds.push(campaignId);
    }
    const conditions = getOwn(node, 'conditions');
    for (const condition of Array.isArray(conditions) ? conditions.filter(isObject) : []) {
      if (getOwn(condition, 'field') === 'platform.listIds') append(listIds, ids(getOwn(condition, 'value')));
    }
  }
  const trigger = isObject(body) ? getOwn(body, 'trigger') : undefined;
  const signal = isObject(trigger) ? getOwn(trigger, 'signal') : undefined;
  if (isObject(signal)) append(listIds, ids(getOwn(signal, 'listId')));
  return { listIds, campaignIds };
}
