import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlank, withoutRemarks, withProblems } from '../../../../src/cli/shared/file-kind/edit-file.ts';
import { atOf } from '../../../../src/cli/shared/lint/refusal.ts';
import type { FileProblem } from '../../../../src/cli/terminal/problems/problem.ts';
import { pathText } from '../../../../src/contract/envelope.ts';

const KEY = fc.constantFrom('steps', 'onTrue', 'onFalse', 'subject', 'condition', 'waitFor');

test('a path is read back as it was written', () => {
  const at = fc.tuple(KEY, fc.array(fc.oneof(KEY, fc.nat({ max: 500 }))));
  fc.assert(
    fc.property(at, ([first, rest]) => {
      expect(atOf(pathText([first, ...rest]))).toEqual([first, ...rest]);
    }),
  );
  expect(atOf('')).toEqual([]);
});

const problem = (line: number, column: number, message: string): FileProblem => ({
  ...{ file: 'x', line, column, endLine: line, endColumn: column, path: '', code: 'code', severity: 'error' },
  message,
});

test('problems come and go without a trace, whatever the text and wherever they are', () => {
  const line = fc.string().filter((text) => !text.startsWith('#!') && !/[\r\n]/.test(text));
  const lines = fc.array(line, { minLength: 1 });
  const found = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 80 }), fc.string()));
  fc.assert(
    fc.property(lines, found, (input, places) => {
      const text = input.join('\n');
      const problems = places.map(([at, column, message]) => problem(at, column, message));
      expect(withoutRemarks(withProblems(text, 'why', problems))).toBe(text);
    }),
  );
});

test.each([
  ['', true],
  ['# only\n\n  # comments\n', true],
  ['name: x', false],
])('%j is blank: %s', (text, blank) => expect(isBlank(text)).toBe(blank));
