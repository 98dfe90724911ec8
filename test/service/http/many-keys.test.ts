// Bodies made of mistakes: refused at once, with an answer of a few kilobytes.

import { expect, test } from 'vitest';
import { worldForAllTests } from '../../opened.ts';
import { ROWS_WITH_BODY } from './freeze-bodies.ts';

const world = worldForAllTests({ empty: false });

interface BulkError {
  readonly message: string;
  readonly details: { readonly issues: readonly { readonly message: string }[] };
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, 1]));

const WRONG = keys(100_000);

/** Some of them: bodies are read in one place. A delivery is refused for its address first. */
const ROWS = ROWS_WITH_BODY.filter(({ row }, nth) => nth % 6 === 0 && row !== 'workflows.deliver');

test.each(ROWS.map((golden) => [golden.row, golden.request] as const))(
  '%s with 100,000 wrong keys',
  async (_, { method, path, body }) => {
    const wide = Array.isArray(body) ? [...body, WRONG] : { ...Object(body), ...WRONG };
    expect(await world.call(method, path, { body: wide })).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: 'The body has an object with more than 2000 properties' },
    });
    expect(world.bugs).toEqual([]);
  },
);

test('of many problems the first hundred are named, and how many more there are', async () => {
  const answer = await world.call('POST', '/v1/lists', { body: { name: 'x', entity: 'CONTACT', ...keys(1500) } });
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('(and 1499 more)') } });
  const { issues } = answer.body.details;
  expect(issues).toHaveLength(101);
  expect(issues.at(-1)).toEqual({ path: '', code: 'more_problems', message: 'and 1400 more problems' });
});

test('the same of a workflow that is only checked', async () => {
  const node = { id: 'a', type: 'end', ...keys(1500) };
  const answer = await world.call('POST', '/v1/workflows/validate', { body: { name: 'x', plan: { nodes: [node] } } });
  expect(JSON.stringify(answer.body).length).toBeLessThan(50_000);
});

test('each entry of a bulk names a hundred problems, and all of them a thousand', async () => {
  const entry = { firstName: 'Ada', ...keys(1_300) };
  const { body } = await world.call('POST', '/v1/contacts/bulk', { body: { contacts: Array(100).fill(entry) } });
  const [first, ...others] = body.data.results.map(({ error }: { error: BulkError }) => error);
  const more = Number(/\(and (\d+) more\)$/.exec(first.message)?.[1]);
  expect(more).toBeGreaterThan(200);
  expect(first.details.issues).toHaveLength(101);
  expect(first.details.issues.at(-1).message).toBe(`and ${more + 1 - 100} more problems`);
  expect(others.at(-1)).toMatchObject({
    message: first.message,
    details: { issues: [{ path: '', code: 'more_problems', message: `and ${more + 1} more problems` }] },
  });
  expect(JSON.stringify(body).length).toBeLessThan(200_000);
});
