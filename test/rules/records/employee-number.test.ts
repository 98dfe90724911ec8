import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEmployees } from '../../../src/rules/records/email-text.ts';

test.each<[string, number | string]>([
  ['51', 51],
  [' 51 employees', 51],
  ['1,001', 1001],
  ['1.234', 1234],
  ['1 234', 1234],
  ['10.0', 10],
  ['0', 0],
  ['51-200', 'a range, not a number'],
  ['1,001-5,000 employees', 'a range, not a number'],
  ['2 – 10', 'a range, not a number'],
  ['10K+', 'an estimate, not a number'],
  ['~50', 'an estimate, not a number'],
  ['> 100', 'an estimate, not a number'],
  ['2.5K', 'an abbreviation, not a number'],
  ['1.5', 'not a number'],
  ['1e3', 'not a number'],
  ['-5', 'not a number'],
  ['many', 'not a number'],
  ['', 'not a number'],
])('%j employees: %s', (cell, result) => {
  const reading = readEmployees(cell);
  expect(reading.ok ? reading.employees : reading.why).toBe(result);
});

test('every whole number, with or without grouping, is itself', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH'), (number, locale) => {
      expect(readEmployees(number.toLocaleString(locale))).toEqual({ ok: true, employees: number });
      expect(readEmployees(String(number))).toEqual({ ok: true, employees: number });
    }),
  );
});
