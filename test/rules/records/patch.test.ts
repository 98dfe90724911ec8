import { describe, expect, test } from 'vitest';
import { type CustomField, knownFields } from '../../../src/rules/records/fields.ts';
import { checkPatch } from '../../../src/rules/records/patch.ts';

const custom = (entity: CustomField['entity'], name: string, fieldType: CustomField['fieldType'] = 'EMPTY_FIELD') => ({
  entity,
  name,
  key: `f-${name}`,
  fieldType,
  dataType: 'text' as const,
});
const CUSTOMS = [custom('CONTACT', 'Segment'), custom('CONTACT', 'Score', 'FORMULA_FIELD'), custom('COMPANY', 'Tier')];

function check(entity: 'CONTACT' | 'COMPANY', body: Record<string, unknown>): unknown {
  const verdict = checkPatch(entity, body, knownFields(entity, CUSTOMS));
  if (!verdict.ok) return verdict.issues.map(({ path, code }) => `${path} ${code}`);
  const { standard, custom: named } = verdict.patch;
  return { standard: Object.fromEntries(standard), custom: Object.fromEntries(named) };
}

describe('a PATCH takes editable fields; null and empty text clear; unknown names are custom fields', () => {
  test.each([
    ['CONTACT', { firstName: ' Ada ' }, { standard: { firstName: 'Ada' }, custom: {} }],
    ['CONTACT', { firstName: null, lastName: '' }, { standard: { firstName: null, lastName: null }, custom: {} }],
    ['CONTACT', { Segment: ' A', New: 5 }, { standard: {}, custom: { Segment: ' A', New: '5' } }],
    ['CONTACT', { Segment: null }, { standard: {}, custom: { Segment: null } }],
    ['COMPANY', { numberOfEmployees: '12' }, { standard: { numberOfEmployees: 12 }, custom: {} }],
    ['COMPANY', { name: 'Acme', Tier: 'x' }, { standard: { name: 'Acme' }, custom: { Tier: 'x' } }],
    ['COMPANY', { firstName: 'x' }, { standard: {}, custom: { firstName: 'x' } }],
  ] as const)('%s %j', (entity, body, patch) => {
    expect(check(entity, body)).toEqual(patch);
  });
});

test.each([
  [
    'CONTACT',
    { createdAt: 'x', companyName: 'x', Score: 'x' },
    ['createdAt not_editable', 'companyName not_editable', 'Score not_editable'],
  ],
  ['CONTACT', { Tier: 'mine', icpScore: 1 }, ['Tier not_editable', 'icpScore not_editable']],
  ['CONTACT', { id: 1, company: {}, listId: 1 }, ['id not_editable', 'company not_editable', 'listId not_editable']],
  ['CONTACT', { ' firstName': 'x', '': 'x' }, [' firstName invalid_name', ' invalid_name']],
  [
    'COMPANY',
    { numberOfEmployees: 'many', leadsCount: 1 },
    ['numberOfEmployees invalid_type', 'leadsCount not_editable'],
  ],
] as const)('everything else is named, all at once: %s %j', (entity, body, problems) => {
  expect(check(entity, body)).toEqual(problems);
});
