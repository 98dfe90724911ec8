import { describe, expect, test } from 'vitest';
import type { Filters } from '../../../src/contract/records/fields.ts';
import type { RecordPredicate } from '../../../src/rules/records/conditions.ts';
import { type CustomField, knownFields } from '../../../src/rules/records/fields.ts';
import { checkFilters } from '../../../src/rules/records/filters.ts';

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
    [{ matchKeys: [1] }, 'include.matchKeys takes an array of texts'],
    [{ id: [0] }, 'include.id takes an array of ids'],
    [{ id: [''] }, 'include.id takes an array of ids'],
  ])('%j', (filters: Filters, message) => expect(include(filters)).toEqual([expect.stringContaining(message)]));
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

test('exact texts are looked for as they are stored: a letter and its accent are one, but for custom fields', () => {
  expect(include({ firstName: ['Zoe\u0308'] })).toEqual({
    is: 'oneOf',
    values: ['Zo\u00EB'],
    field: 'CONTACT.firstName',
  });
  expect(include({ Segment: ['Zoe\u0308'] })).toEqual({ is: 'oneOf', values: ['Zoe\u0308'], field: 'CONTACT.f1' });
});
