// What is known of a workspace decides what is told.

import { expect, test } from 'vitest';
import { checkWorkflow } from '../../../src/rules/workflows/check.ts';
import type { WorkflowKnowledge } from '../../../src/rules/workflows/checking.ts';
import { block } from '../../service/resources/workflows/bodies.ts';

const BODY = {
  name: 'X',
  plan: {
    nodes: [
      block('a', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: 1 }, 'b'),
      block('b', 'ADD_LEADS_TO_GROUP', { leadsGroupId: 2 }, 'c'),
      block('c', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 3 }, 'd'),
      block('d', 'BRAND_NEW_BLOCK', { anything: true }),
    ],
  },
};

const input = (knowledge: WorkflowKnowledge, strictness: 'draft' | 'publish' = 'publish') =>
  checkWorkflow(BODY, knowledge, strictness).map(({ severity, path, code }) => `${severity} ${path} ${code}`);

test('a block that the service has and this build does not is left to the service', () => {
  expect(input({})).toEqual(['error plan.nodes[3].blockId unknown_block']);
  expect(input({ otherBlocks: new Set(['BRAND_NEW_BLOCK']) })).toEqual([]);
});

test('lists and campaigns that are not there: refused when it is published, remarked in a draft', () => {
  const knowledge = {
    otherBlocks: new Set(['BRAND_NEW_BLOCK']),
    lists: new Map([[2, 'COMPANY' as const]]),
    campaignIds: new Set(['9']),
  };
  expect(input(knowledge)).toEqual([
    'error plan.nodes[0].inputs.leadsGroupId unknown_list',
    'error plan.nodes[1].inputs.leadsGroupId wrong_entity',
    'error plan.nodes[2].inputs.campaignId unknown_campaign',
  ]);
  expect(input(knowledge, 'draft')).toEqual([
    'warning plan.nodes[0].inputs.leadsGroupId unknown_list',
    'error plan.nodes[1].inputs.leadsGroupId wrong_entity',
    'warning plan.nodes[2].inputs.campaignId unknown_campaign',
  ]);
});
