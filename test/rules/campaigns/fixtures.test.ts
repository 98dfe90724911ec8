import { describe, expect, test } from 'vitest';
import { CampaignInput } from '../../../src/contract/campaigns/endpoints.ts';
import { CONDITION_TYPES, STEP_TYPES } from '../../../src/contract/campaigns/enums.ts';
import { outOf } from '../outcome.ts';
import { checked, fixtures } from './fixtures.ts';
import { schemaAccepts } from './schema.ts';

const all = fixtures();

describe('every fixture: file → everything that lint says', () => {
  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (_name, { text, out }) => {
    expect(outOf((await checked(text)).problems)).toBe(out);
  });
});

test('every step type and condition type has what is accepted and what is refused', () => {
  const names = new Set(all.map(({ name }) => name));
  const folders = [
    ...STEP_TYPES.filter((type) => type !== 'condition'),
    ...CONDITION_TYPES.map((type) => `conditions/${type}`),
  ];
  const missing = folders.flatMap((folder) => ['accepted', 'refused'].map((kind) => `${folder}/${kind}.yaml`));
  expect(missing.filter((name) => !names.has(name))).toEqual([]);
});

describe('what lint accepts, the shapes of the contract and the JSON Schema accept', () => {
  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (_name, { text }) => {
    const { file, problems } = await checked(text);
    if (problems.some(({ severity }) => severity === 'error')) return;
    expect([CampaignInput.safeParse(file.body).error, schemaAccepts(file.yaml.value)]).toEqual([undefined, []]);
  });
});
