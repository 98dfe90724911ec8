import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

test('500 requests made of the published document: no 5xx, no status and no shape that it does not list', async () => {
  const { violations, operations } = await fuzz(500, 1);
  expect(violations).toEqual([]);
  expect(operations).toBeGreaterThan(80);
});
