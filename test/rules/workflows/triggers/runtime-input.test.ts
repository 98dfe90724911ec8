// The runtime input contract, derived from plan and trigger.

import { describe, expect, test } from 'vitest';
import type { Plan, Trigger } from '../../../../src/contract/workflows/plan.ts';
import { readRunInput, runtimeInputContract } from '../../../../src/rules/workflows/triggers/runtime-input.ts';

const MANUAL: Trigger = { type: 'MANUAL' };
const entry = (blockId: string, inputs: Record<string, unknown>): Plan => ({
  nodes: [{ id: 'a', kind: 'BLOCK', blockId, inputs, next: [] }],
});
const M = '__MANUAL_INPUT';

describe('plan and trigger → contract', () => {
  test.each([
    [
      'SELECT_LEADS_FROM_LIST',
      { leadsGroupId: M },
      ['contactListId', 'leadsGroupId', 'leadIds', 'leadId'],
      { contactListId: 1 },
    ],
    ['SELECT_LEADS', { leadIds: M }, ['leadIds', 'leadId'], { leadIds: [1] }],
    [
      'SELECT_COMPANIES_FROM_LIST',
      { companyGroupId: M },
      ['companyListId', 'companyGroupId', 'companyIds', 'companyId'],
      { companyListId: 1 },
    ],
    ['SELECT_COMPANIES', { companyIds: M }, ['companyIds', 'companyId'], { companyIds: [1] }],
  ])('%s waits for the run: SUPPORTED', (blockId, inputs, acceptedKeys, input) => {
    const contract = { status: 'SUPPORTED', acceptedKeys, exampleBody: { input } };
    expect(runtimeInputContract(entry(blockId, inputs), MANUAL)).toEqual(contract);
  });

  test.each([
    ['SELECT_LEADS_FROM_LIST', { leadsGroupId: 12 }],
    ['SELECT_COMPANIES', { companyIds: [1, 2] }],
    ['IMPORT_LEADS_FROM_NETWORK', { search: {} }],
  ])('%s with its own: EMPTY', (blockId, inputs) => {
    expect(runtimeInputContract(entry(blockId, inputs), MANUAL)).toEqual({ status: 'EMPTY', exampleBody: {} });
  });

  test.each<readonly [string, Plan, Trigger]>([
    ['the plan has no single entry', { nodes: [] }, MANUAL],
    ['the entry is not a selector or import block', entry('VERIFY_LEAD_EMAIL', {}), MANUAL],
    ['the entry has no leadsGroupId', entry('SELECT_LEADS_FROM_LIST', {}), MANUAL],
    ['the entry imports what a webhook delivery brings', entry('IMPORT_COMPANY_FROM_PAYLOAD', {}), { type: 'WEBHOOK' }],
    [
      'the webhook declares inputs: a delivery to its URL starts a run',
      entry('SELECT_LEADS', { leadIds: M }),
      { type: 'WEBHOOK', inputs: [{ key: 'people', type: 'leadIds' }] },
    ],
  ])('%s: UNSUPPORTED', (reason, plan, trigger) => {
    expect(runtimeInputContract(plan, trigger)).toEqual({ status: 'UNSUPPORTED', reason });
  });

  test('a webhook with no declared inputs can be started with the run endpoint', () => {
    const plan = entry('SELECT_LEADS', { leadIds: [1] });
    expect(runtimeInputContract(plan, { type: 'WEBHOOK', inputs: [] }).status).toBe('EMPTY');
  });
});

describe('the input of a run call', () => {
  const list = runtimeInputContract(entry('SELECT_LEADS_FROM_LIST', { leadsGroupId: M }), MANUAL);
  const fixed = runtimeInputContract(entry('SELECT_LEADS', { leadIds: [1] }), MANUAL);
  const codesOf = (contract: typeof list, input: unknown) =>
    readRunInput(contract, input).problems.map(({ path, code }) => `${path} ${code}`);

  test.each([
    [{ contactListId: 7 }, { key: 'leadsGroupId', value: 7 }],
    [{ leadsGroupId: 7 }, { key: 'leadsGroupId', value: 7 }],
    [{ leadIds: [1, 2] }, { key: 'leadIds', value: [1, 2] }],
    [{ leadId: 3 }, { key: 'leadId', value: 3 }],
  ])('%j', (input, read) => expect(readRunInput(list, input)).toEqual({ problems: [], input: read }));

  test.each([
    [undefined, ['input required']],
    [{}, ['input required']],
    [{ leadId: 1, leadIds: [1] }, ['input required']],
    [{ companyIds: [1] }, ['input.companyIds unknown_key']],
    [{ leadIds: [] }, ['input.leadIds invalid_type']],
    [{ leadIds: 'all' }, ['input.leadIds invalid_type']],
    [{ contactListId: '7' }, ['input.contactListId invalid_type']],
    ['7', ['input invalid_type']],
  ])('refused: %j', (input, codes) => expect(codesOf(list, input)).toEqual(codes));

  // A contract as the interface shows it, and with what it leaves open.
  test.each([
    [
      'what is accepted as a fallback need not be named',
      'SUPPORTED',
      ['contactListId', 'leadsGroupId'],
      { leadIds: [1] },
      [],
    ],
    ['nor the key itself, by the other name of the list', 'SUPPORTED', ['contactListId'], { leadsGroupId: 1 }, []],
    ['a key that only the service knows', 'SUPPORTED', ['segmentId'], { segmentId: 'x' }, []],
    ['another key', 'SUPPORTED', ['segmentId'], { leadIds: [1] }, ['input.leadIds unknown_key']],
    ['the third status, by whatever name', 'NONE', undefined, { leadIds: [1] }, [' input_unsupported']],
  ])('of another service: %s', (_, status, acceptedKeys, input, codes) => {
    expect(codesOf({ status, acceptedKeys } as typeof list, input)).toEqual(codes);
  });

  test('an entry of its own takes none', () => {
    expect(readRunInput(fixed, undefined)).toEqual({ problems: [], input: null });
    expect(codesOf(fixed, { leadIds: [1] })).toEqual(['input.leadIds unknown_key']);
  });
});
