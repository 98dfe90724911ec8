import { describe, expect, test } from 'vitest';
import type { Filters } from '../../../src/contract/records/fields.ts';
import { type CustomField, knownFields } from '../../../src/rules/records/fields.ts';
import { checkFilters } from '../../../src/rules/records/filters.ts';
import type { RecordPredicate } from '../../../src/rules/records/predicates.ts';

const SEGMENT: CustomField = {
  entity: 'CONTACT',
  name: 'Segment',
  key: 'f1',
  fieldType: 'EMPTY_FIELD',
  dataType: 'text',
};
const SCORE: CustomField = {
  entity: 'CONTACT',
  name: 'icpScore',
  key: 'f2',
  fieldType: 'FORMULA_FIELD',
  dataType: 'number',
};
const CONTACT = knownFields('CONTACT', [SEGMENT, SCORE]);
const COMPANY = knownFields('COMPANY', []);

/** Predicates with the field's owner and key instead of the whole field. */
function short(predicate: RecordPredicate): unknown {
  if (predicate.is === 'not') return { not: short(predicate.of) };
  if (predicate.is === 'all' || predicate.is === 'any') return { [predicate.is]: predicate.of.map(short) };
  if (predicate.is === 'ids' || predicate.is === 'keys') return predicate;
  const { field, ...rest } = predicate;
  return { ...rest, field: `${field.of}.${field.key}` };
}

function include(filters: Filters, entity: 'CONTACT' | 'COMPANY' = 'CONTACT'): unknown {
  const verdict = checkFilters(entity, { include: filters }, entity === 'CONTACT' ? CONTACT : COMPANY);
  if (!verdict.ok) return verdict.issues.map(({ path, message }) => `${path} ${message}`);
  const { predicate } = verdict;
  return predicate.is === 'all' && predicate.of.length === 1 ? predicate.of.map(short)[0] : short(predicate);
}

describe('each kind of field takes its own shape', () => {
  test.each([
    [{ jobTitle: ['CEO', 'CTO'] }, { is: 'oneOf', values: ['CEO', 'CTO'], field: 'CONTACT.jobTitle' }],
    [{ Segment: ['A'] }, { is: 'oneOf', values: ['A'], field: 'CONTACT.f1' }],
    [{ Segment: [5] }, { is: 'oneOf', values: ['5'], field: 'CONTACT.f1' }],
    [{ contactCRMId: ['003'] }, { is: 'oneOf', values: ['003'], field: 'CONTACT.contactCRMId' }],
    [
      { emailVerificationStatus: ['VALID'] },
      { is: 'oneOf', values: ['VALID'], field: 'CONTACT.emailVerificationStatus' },
    ],
    [{ companyName: ['Acme'] }, { is: 'oneOf', values: ['Acme'], field: 'COMPANY.name' }],
    [{ professionalEmail: [''] }, { is: 'empty', field: 'CONTACT.professionalEmail' }],
    [
      { jobTitle: ['CEO', ''] },
      {
        any: [
          { is: 'oneOf', values: ['CEO'], field: 'CONTACT.jobTitle' },
          { is: 'empty', field: 'CONTACT.jobTitle' },
        ],
      },
    ],
    [{ numberOfEmployees: ['10', '50'] }, { is: 'between', min: 10, max: 50, field: 'COMPANY.numberOfEmployees' }],
    [{ numberOfEmployees: ['10', ''] }, { is: 'between', min: 10, max: null, field: 'COMPANY.numberOfEmployees' }],
    [{ numberOfEmployees: ['', '50.5'] }, { is: 'between', min: null, max: 50.5, field: 'COMPANY.numberOfEmployees' }],
    [{ numberOfEmployees: [''] }, { is: 'empty', field: 'COMPANY.numberOfEmployees' }],
    [{ leadsCount: ['1', '1'] }, { is: 'between', min: 1, max: 1, field: 'COMPANY.leadsCount' }],
    [{ icpScore: ['-1', '1e3'] }, { is: 'between', min: -1, max: 1000, field: 'CONTACT.f2' }],
    [{ isInCRM: [true] }, { is: 'flag', value: true, field: 'CONTACT.isInCRM' }],
    [{ isCompanyInCRM: [false] }, { is: 'flag', value: false, field: 'COMPANY.isCompanyInCRM' }],
    [
      { lastActivityAtCRM: { startDate: '2026-01-01', endDate: '2026-01-31' } },
      { is: 'during', from: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 1, 1), field: 'CONTACT.lastActivityAtCRM' },
    ],
    [
      { createdAt: { startDate: '2026-01-01T10:00:00+01:00' } },
      { is: 'during', from: Date.UTC(2026, 0, 1, 9), until: null, field: 'CONTACT.createdAt' },
    ],
    [
      { createdAt: { endDate: '2026-01-01T09:00:00Z' } },
      { is: 'during', from: null, until: Date.UTC(2026, 0, 1, 9) + 1, field: 'CONTACT.createdAt' },
    ],
    [{ lastActivityAtCRM: [''] }, { is: 'empty', field: 'CONTACT.lastActivityAtCRM' }],
    [{ id: [1, '2'] }, { is: 'ids', kind: 'record', ids: [1, 2] }],
    [{ matchKeys: ['acme.example'] }, { is: 'keys', keys: ['acme.example'] }],
    [{ leadsGroup: [7] }, { is: 'ids', kind: 'contactList', ids: [7] }],
    [{ companyGroup: [7] }, { is: 'ids', kind: 'companyList', ids: [7] }],
    [{ campaigns: [7] }, { is: 'ids', kind: 'campaign', ids: [7] }],
  ])('%j', (filters, predicate) => {
    expect(include(filters)).toEqual(predicate);
  });
});

describe('a value of the wrong shape is named with its path', () => {
  test.each([
    [
      { jobTitle: { startDate: '2026-01-01' } },
      'include.jobTitle takes an array of exact values, such as ["jobTitle"]',
    ],
    [{ jobTitle: [true] }, 'include.jobTitle takes texts: write "true" or "false"'],
    [{ numberOfEmployees: ['10'] }, 'include.numberOfEmployees takes [min, max]'],
    [{ numberOfEmployees: ['', ''] }, 'include.numberOfEmployees takes [min, max]'],
    [{ numberOfEmployees: ['a', ''] }, 'include.numberOfEmployees takes [min, max]'],
    [{ numberOfEmployees: ['50', '10'] }, 'include.numberOfEmployees the smaller number comes first: ["10", "50"]'],
    [{ isInCRM: ['true'] }, 'include.isInCRM takes [true] or [false]'],
    [{ isInCRM: [true, false] }, 'include.isInCRM takes [true] or [false]'],
    [{ createdAt: ['2026-01-01'] }, 'include.createdAt takes {"startDate", "endDate"}'],
    [{ createdAt: {} }, 'include.createdAt needs a startDate, an endDate or both'],
    [
      { createdAt: { startDate: '2026-02-01', endDate: '2026-01-01' } },
      'include.createdAt endDate is before startDate',
    ],
    [{ leadsGroup: ['x'] }, 'include.leadsGroup takes an array of ids'],
    [{ id: [0] }, 'include.id takes an array of ids'],
    [{ id: [''] }, 'include.id takes an array of ids'],
  ])('%j', (filters: Filters, message) => {
    expect(include(filters)).toEqual([expect.stringContaining(message)]);
  });
});

describe('unknown keys', () => {
  test('all problems of both parts come at once, with what was probably meant', () => {
    const verdict = checkFilters(
      'CONTACT',
      { include: { jobTitel: ['CEO'], isInCRM: ['x'] }, exclude: { 'Company Name': ['Acme'], zzz: ['1'] } },
      CONTACT,
    );
    expect(verdict).toEqual({
      ok: false,
      issues: [
        {
          path: 'include.jobTitel',
          code: 'unknown_field',
          message: 'is not a field of contacts; did you mean "jobTitle"?',
        },
        { path: 'include.isInCRM', code: 'invalid_filter', message: 'takes [true] or [false]' },
        {
          path: 'exclude.Company Name',
          code: 'unknown_field',
          message: 'is not a field of contacts; did you mean "companyName"?',
        },
        { path: 'exclude.zzz', code: 'unknown_field', message: 'is not a field of contacts' },
      ],
    });
  });

  test('scoring fields must exist in the workspace', () => {
    expect(include({ fitBand: ['A'] })).toEqual(['include.fitBand is not a field of contacts']);
  });

  test.each(['constructor', 'toString', '__proto__'])('%s is not a field either', (name) => {
    expect(include(Object.fromEntries([[name, ['x']]]))).toEqual([
      expect.stringContaining('is not a field of contacts'),
    ]);
  });
});

test('records match every include and no exclude', () => {
  const verdict = checkFilters(
    'CONTACT',
    { include: { firstName: ['A'], lastName: ['B'] }, exclude: { id: [1], jobTitle: [''] } },
    CONTACT,
  );
  expect(verdict.ok && short(verdict.predicate)).toEqual({
    all: [
      { is: 'oneOf', values: ['A'], field: 'CONTACT.firstName' },
      { is: 'oneOf', values: ['B'], field: 'CONTACT.lastName' },
      {
        not: {
          any: [
            { is: 'ids', kind: 'record', ids: [1] },
            { is: 'empty', field: 'CONTACT.jobTitle' },
          ],
        },
      },
    ],
  });
});

describe('a company search takes its own fields and every special key', () => {
  test.each([
    [{ name: ['Acme'] }, { is: 'oneOf', values: ['Acme'], field: 'COMPANY.name' }],
    [{ technologies: ['x'] }, { is: 'oneOf', values: ['x'], field: 'COMPANY.technologies' }],
    [{ isInCRM: [true] }, { is: 'flag', value: true, field: 'COMPANY.isCompanyInCRM' }],
    [{ leadsGroup: [1] }, { is: 'ids', kind: 'contactList', ids: [1] }],
    [{ firstName: ['Ada'] }, ['include.firstName is not a field of companies']],
  ])('%j', (filters, predicate) => {
    expect(include(filters, 'COMPANY')).toEqual(predicate);
  });
});
