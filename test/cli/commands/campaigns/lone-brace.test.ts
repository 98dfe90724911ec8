// Where a brace stands that is part of no placeholder: the caret is under it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();

test.each([
  ['behind a placeholder', 'Hi {firstName} }'],
  ['before one', 'Hi } {firstName}'],
  ['among wide letters', '你好 {firstName} } 🚀'],
])('%s', async (_, content) => {
  const line = `    content: ${content}`;
  const text = `name: Q3\nsteps:\n  - type: email\n    subject: Hello\n${line}\n`;
  writeFileSync(join(reach.home, 'q3.yaml'), text);
  const { stdout } = await reach.run('campaign lint q3.yaml');
  const input = stdout.split('\n\n').find((part) => part.includes('[lone_brace]')) ?? '';
  const [where, , , caret = ''] = input.trimEnd().split('\n');
  expect(where).toMatch(/^q3\.yaml:5:\d+: warning: /);
  const before = [...line.slice(0, line.search(/(?<!firstName)\}/))];
  const columns = before.reduce((sum, letter) => sum + (/[你好]/.test(letter) ? 2 : 1), 0);
  expect(caret).toBe(`  | ${' '.repeat(columns)}^`);
});
