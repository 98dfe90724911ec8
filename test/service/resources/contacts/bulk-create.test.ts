import { expect, test } from 'vitest';
import { bulk, openContactWorld, world } from './contact-world.ts';

openContactWorld();

test('one entry per item in request order; a bad item fails alone, inside a 200', async () => {
  const reply = await bulk([
    { firstName: 'Ada', networkProfileUrl: 'https://n.example/in/ada' },
    { firstName: 'Bad', professionalEmail: 'bad' },
    { firstName: 'Bob', listId: 99 },
    { firstName: 'Ada', networkProfileUrl: 'https://n.example/in/ada/', jobTitle: 'CEO' },
    { firstName: 'Ada', networkProfileUrl: 'https://n.example/in/ada' },
    'nonsense',
  ]);
  const { results, summary } = reply.body.data;
  expect(reply.status).toBe(200);
  expect(summary).toEqual({ total: 6, created: 1, merged: 2, failed: 3 });
  expect(results.map((result: { index: number }) => result.index)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map(({ success }: { success: boolean }) => success)).toEqual([true, false, false, true, true, false]);
  expect(results.map((result: { contact?: { contactOutcome: string } }) => result.contact?.contactOutcome)).toEqual([
    'CREATED',
    undefined,
    undefined,
    'MERGED_UPDATED',
    'MERGED_NOOP',
    undefined,
  ]);
  expect([results[1].error, results[2].error]).toEqual([
    {
      message: 'professionalEmail: must be an email address',
      details: {
        code: 'invalid',
        issues: [{ path: 'professionalEmail', code: 'invalid_format', message: 'must be an email address' }],
      },
    },
    {
      message: 'listId: there is no list 99',
      details: { code: 'not_found', issues: [{ path: 'listId', code: 'not_found', message: 'there is no list 99' }] },
    },
  ]);
});

test('a failed item leaves nothing behind: no contact, no company, no custom field', async () => {
  await bulk([{ firstName: 'Ada', companyName: 'Acme', Segment: 'A', listId: 99 }]);
  expect((await world.done('GET', '/v1/companies')).total).toBe(0);
  const { fields } = await world.done('GET', '/v1/contacts/fields');
  expect(fields.map(({ id }: { id: string }) => id)).not.toContain('Segment');
});

test('custom fields end at their limit: the item that would add one more fails, the others do not', async () => {
  const many = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`f${from + index}`, 'x']));
  const reply = await bulk([
    { firstName: 'A', ...many(0, 999) },
    { firstName: 'B', last: 'x' },
    { firstName: 'C', more: 'x' },
    { firstName: 'D', last: 'y' },
  ]);
  expect(reply.body.data.results.map(({ success }: { success: boolean }) => success)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(reply.body.data.results[2].error.message).toBe('more: exceeds the limit of 1000 custom fields');
});
