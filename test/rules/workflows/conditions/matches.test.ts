import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONDITION_OPERATORS } from '../../../../src/contract/workflows/enums.ts';
import type { FlowCondition } from '../../../../src/contract/workflows/plan.ts';
import { OPERATORS_OF } from '../../../../src/rules/workflows/conditions/fields.ts';
import { matches, type Question } from '../../../../src/rules/workflows/conditions/matches.ts';
import { slotOf } from '../../../../src/rules/workflows/plan/graph.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

type Row = readonly [Question['dataType'], Question['operator'], value: unknown, actual: unknown, is: boolean];

const ROWS: readonly Row[] = [
  ['text', 'EQUALS', 'CTO', ' cto ', true],
  ['text', 'EQUALS', 'CTO', 'Chief', false],
  ['text', 'EQUALS', 'Ge\u0301rant', 'gérant', true],
  ['text', 'EQUALS', '', '', false],
  ['text', 'NOT_EQUALS', 'CTO', 'Chief', true],
  ['text', 'NOT_EQUALS', 'CTO', null, true],
  ['text', 'CONTAINS', 'eng', 'VP Engineering', true],
  ['text', 'CONTAINS', 'eng', null, false],
  ['text', 'NOT_CONTAINS', 'eng', 'VP Sales', true],
  ['text', 'NOT_CONTAINS', 'eng', '', true],
  ['email', 'ENDS_WITH', '@acme.example', 'Ada@Acme.example', true],
  ['url', 'STARTS_WITH', 'https://', 'http://acme.example', false],
  ['text', 'IS_ANY_OF', ['Germany', 'Austria'], 'austria', true],
  ['text', 'IS_ANY_OF', ['Germany', 'Austria'], '', false],
  ['text', 'IS_NONE_OF', ['Germany', 'Austria'], 'France', true],
  ['text', 'IS_NONE_OF', ['Germany', 'Austria'], null, true],
  ['text', 'IS_EMPTY', undefined, '  ', true],
  ['text', 'IS_EMPTY', undefined, 'x', false],
  ['text', 'IS_NOT_EMPTY', undefined, 'x', true],
  ['number', 'EQUALS', '50', 50, true],
  ['number', 'NOT_EQUALS', 50, 51, true],
  ['number', 'GREATER_THAN', 50, '51', true],
  ['number', 'GREATER_THAN', 50, 50, false],
  ['number', 'GREATER_THAN_OR_EQUALS', 50, 50, true],
  ['number', 'LESS_THAN', 50, null, false],
  ['number', 'LESS_THAN', 50, 'many', false],
  ['number', 'LESS_THAN_OR_EQUALS', 50, 50, true],
  ['number', 'BETWEEN', [50, '500'], 500, true],
  ['number', 'BETWEEN', [50, 500], 501, false],
  ['number', 'BETWEEN', [50, 500], null, false],
  ['boolean', 'EQUALS', true, true, true],
  ['boolean', 'EQUALS', false, 'false', true],
  ['boolean', 'EQUALS', false, null, false],
  ['boolean', 'NOT_EQUALS', true, null, true],
  ['date', 'EQUALS', '2026-11-20', '2026-11-20T23:59:59Z', true],
  ['date', 'EQUALS', '2026-11-20', '2026-11-21T00:00:00Z', false],
  ['date', 'EQUALS', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z', true],
  ['date', 'EQUALS', '2026-11-20T10:00', '2026-11-20T10:00:00Z', true],
  ['date', 'GREATER_THAN', '2026-11-20', '2026-11-20T00:00:01Z', false],
  ['date', 'GREATER_THAN', '2026-11-20', '2026-11-21T00:00:00Z', true],
  ['date', 'GREATER_THAN_OR_EQUALS', '2026-11-20', '2026-11-20T00:00:00Z', true],
  ['date', 'LESS_THAN_OR_EQUALS', '2026-11-20', '2026-11-20T23:59:59.999Z', true],
  ['date', 'LESS_THAN_OR_EQUALS', '2026-11-20', '2026-11-21T00:00:00Z', false],
  ['date', 'LESS_THAN', '2026-11-20', '2026-11-20T00:00:00Z', false],
  ['date', 'LESS_THAN_OR_EQUALS', '2026-11-20T00:00:00Z', '2026-11-20T00:00:01Z', false],
  ['date', 'GREATER_THAN', '2000-01-01', 'Series B 5', false],
  ['date', 'GREATER_THAN', '2000-01-01', 'June 2026', false],
  ['date', 'LESS_THAN', '2026-11-20', NOW, false],
  ['date', 'BETWEEN', ['2026-11-01', '2026-11-30'], '2026-11-21T00:00:00Z', true],
  ['date', 'BETWEEN', ['2026-11-01', '2026-11-21'], '2026-11-21T18:00:00Z', true],
  ['date', 'WITHIN_LAST_DAYS', 7, '2026-11-14T12:00:01Z', true],
  ['date', 'WITHIN_LAST_DAYS', 7, '2026-11-14T12:00:00Z', false],
  ['date', 'WITHIN_LAST_DAYS', 7, '2026-11-22T00:00:00Z', false],
  ['date', 'NOT_WITHIN_LAST_DAYS', 7, null, true],
  ['select', 'EQUALS', 'VALID', 'VALID', true],
  ['ids', 'CONTAINS', 4, [3, 4], true],
  ['ids', 'CONTAINS', 4, [], false],
  ['ids', 'NOT_CONTAINS', 4, [3], true],
  ['ids', 'IS_ANY_OF', [4, 5], [5, 6], true],
  ['ids', 'IS_NONE_OF', [4, 5], [6], true],
  ['ids', 'IS_NONE_OF', [4, 5], [], true],
  ['ids', 'IS_EMPTY', undefined, [], true],
];

describe('a condition and a value', () => {
  test.each(ROWS)('%s %s %j: %j → %j', (dataType, operator, value, actual, is) => {
    expect(matches({ dataType, operator, value }, actual, NOW)).toBe(is);
  });

  test('every operator of every kind of value has a row', () => {
    const asked = new Set(ROWS.map(([dataType, operator]) => `${dataType} ${operator}`));
    const operators = new Set(ROWS.map(([, operator]) => operator));
    expect(CONDITION_OPERATORS.filter((operator) => !operators.has(operator))).toEqual([]);
    expect(Object.keys(OPERATORS_OF).filter((type) => ![...asked].some((row) => row.startsWith(`${type} `)))).toEqual(
      [],
    );
  });

  test('an operator and its opposite are never of one mind', () => {
    const opposites = [
      ['EQUALS', 'NOT_EQUALS'],
      ['CONTAINS', 'NOT_CONTAINS'],
      ['IS_ANY_OF', 'IS_NONE_OF'],
      ['WITHIN_LAST_DAYS', 'NOT_WITHIN_LAST_DAYS'],
      ['IS_EMPTY', 'IS_NOT_EMPTY'],
    ] as const;
    const any = fc.oneof(
      fc.constantFrom(null, '', 0, 4, true, '2026-11-20', 'x'),
      fc.array(fc.integer()),
      fc.anything(),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...opposites),
        fc.constantFrom('text', 'number', 'date', 'boolean', 'ids' as const),
        any,
        any,
        ([one, other], dataType, value, actual) => {
          const [yes, no] = [one, other].map((operator) => matches({ dataType, operator, value }, actual, NOW));
          expect(yes).toBe(!no);
        },
      ),
    );
  });
});

describe('ways apart', () => {
  const split = (percentage: number): FlowCondition => ({ type: 'RANDOM_SPLIT', percentage });
  const field = (name: string): FlowCondition => ({ field: name, operator: 'IS_NOT_EMPTY' });

  test('the first condition that holds; the fallback is the last', () => {
    const conditions = [field('a'), field('b')];
    expect(slotOf(conditions, ({ field: name }) => name === 'b', 0)).toBe(1);
    expect(slotOf(conditions, () => true, 0)).toBe(0);
    expect(slotOf(conditions, () => false, 0)).toBe(2);
  });

  test('of a hundred evenly spread rolls each way gets its percentage, and the fallback the rest', () => {
    const conditions = [split(50), field('a'), split(30)];
    const ways = Array.from({ length: 100 }, (_, roll) => slotOf(conditions, () => false, roll));
    expect([0, 1, 2, 3].map((way) => ways.filter((one) => one === way).length)).toEqual([50, 0, 30, 20]);
  });
});
