// Run files, and beside each everything that lint says about it.

import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { bodyWith, listsNamed, parseRun, problemsOf } from '../../../src/cli/files/run-file.ts';
import { ActionsInput } from '../../../src/contract/actions/endpoints.ts';
import { ACTION_TYPES } from '../../../src/contract/actions/enums.ts';
import { runFileSchema } from '../../../src/contract/actions/run-file-schema.ts';
import { fixturesIn } from '../fixtures.ts';
import { outOf } from '../outcome.ts';

const all = fixturesIn(join(import.meta.dirname, 'fixtures'));

describe('every fixture: file → everything that lint says', () => {
  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, { text, out }) => {
    expect(outOf(await problemsOf(await parseRun('run.yaml', text)))).toBe(out);
  });
});

test('every type has what is accepted and what is refused', () => {
  const names = new Set(all.map(({ name }) => name));
  const wanted = ACTION_TYPES.flatMap((type) => [`${type}/accepted.yaml`, `${type}/refused.yaml`]);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

describe('rules and shape agree: without an error it has the shape, with one it has not', () => {
  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (name, { text }) => {
    const file = await parseRun('run.yaml', text);
    const isRefused = (await problemsOf(file)).some(({ severity }) => severity === 'error');
    const lists = listsNamed(file.body).map((_, index) => ({ id: index + 1, entity: 'CONTACT' as const }));
    // A file without a target leaves it to the flags.
    const body = name === 'run/no-target.yaml' ? { ...Object(file.body), contactIds: [1] } : bodyWith(file.body, lists);
    // A target of the wrong kind is nothing a shape can tell, nor that a list stands beside a target.
    const isBeyondShape = ['run/both-kinds.yaml', 'run/list-and-ids.yaml'].includes(name);
    if (!isRefused || !isBeyondShape) expect(ActionsInput.safeParse(body).success).toBe(!isRefused);
  });
});

// The schema, run by a validator that is none of ours.
const validate = new Ajv({ strict: false, allErrors: true }).compile(runFileSchema());

/** What no schema tells: a target of the other kind, and text that is none. */
const BEYOND_SCHEMA = ['run/both-kinds.yaml'];

describe('the JSON Schema: what lint accepts it accepts, and most of what lint refuses it refuses', () => {
  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (name, { text }) => {
    const file = await parseRun('run.yaml', text);
    if (!file.yaml.readable) return;
    const isRefused = (await problemsOf(file)).some(({ severity }) => severity === 'error');
    if (BEYOND_SCHEMA.includes(name)) return;
    expect([validate(file.yaml.value), isRefused ? [] : validate.errors]).toEqual([!isRefused, isRefused ? [] : null]);
  });
});
