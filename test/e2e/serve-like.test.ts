// `reach serve --like`: a local service that has taken over what was recorded of another one differs as that one does.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seed } from '../stranger/seed.ts';
import { openStranger, STRANGER_KEY } from '../stranger/server.ts';
import { serve } from './binary.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

interface Row {
  readonly operation: string;
  readonly differences: readonly { readonly aspect: string; readonly text: string; readonly isTaken?: boolean }[];
}

async function differencesOf(env: Readonly<Record<string, string>>, record: string) {
  const ran = await home.here(['local', 'compare', '--json', '--record', record], { env });
  const rows: Row[] = JSON.parse(ran.stdout);
  return rows.flatMap(({ operation, differences }) =>
    differences.map(({ aspect, text, isTaken }) => ({ line: `${operation} ${aspect}: ${text}`, isTaken })),
  );
}

/** Where the local service shows more of the same kind, its ids are text there as well. */
const isDeeper = (line: string) => / types: .*id is string, not integer$/i.test(line);

test.each(['strict', 'renamed'] as const)('like a stranger (%s): the same names, maxima and id types', async (mode) => {
  const stranger = await openStranger({ mode });
  seed(stranger.store);
  const recorded = await differencesOf({ REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY }, `${mode}.json`);
  await stranger.close();
  const served = await serve(home, ['--ephemeral', '--like', join(home.folder, `${mode}.json`)]);
  const found = await differencesOf(served.env, 'served.json');
  const ran = await served.stop();
  const [there, here] = [recorded.map(({ line }) => line), found.map(({ line }) => line)];
  const taken = recorded.filter(({ isTaken }) => isTaken === true).map(({ line }) => line);
  expect(taken.length).toBeGreaterThan(30);
  // The sample workspace has no runs.
  expect(taken.filter((line) => !here.includes(line) && !line.includes('runId'))).toEqual([]);
  expect(here.filter((line) => !there.includes(line) && !isDeeper(line))).toEqual([]);
  const left = recorded.filter(({ isTaken }) => isTaken !== true).map(({ line }) => `not taken over: ${line}`);
  expect(left.filter((line) => !ran.stderr.includes(line))).toEqual([]);
});

test('rates, words, maxima and names are those of the recording', async () => {
  const schema = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const definition = {
    openapi: '3.1.0',
    paths: {
      '/v1/contacts': {
        get: { parameters: [{ name: 'pageSize', in: 'query', schema: { type: 'integer', maximum: 40 } }] },
      },
      '/v1/groups': { post: { requestBody: schema({ name: { type: 'string' }, entity: { enum: ['CONTACT'] } }) } },
      '/v1/contacts/bulk': {
        post: { requestBody: schema({ contacts: { type: 'array', maxItems: 2, items: { type: 'object' } } }) },
      },
    },
  };
  const answers = [
    ['contacts.list: plain', { status: 200, rate: { 'x-ratelimit-limit': '3' }, body: { data: { contacts: [] } } }],
  ];
  const file = join(home.folder, 'small.json');
  writeFileSync(file, JSON.stringify({ recording: 1, service: 'x', at: '', definition, differences: [], answers }));
  const { url, key, stop } = await serve(home, ['--ephemeral', '--like', file]);
  const status = async (method: string, path: string, body?: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    return (await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status;
  };
  const many = (count: number) => ({ contacts: Array.from({ length: count }, (_, at) => ({ firstName: `A${at}` })) });
  expect(await status('POST', '/v1/contacts/bulk', many(2))).toBe(200);
  expect(await status('POST', '/v1/contacts/bulk', many(3))).toBe(400);
  expect(await status('GET', '/v1/voices')).toBe(404);
  expect(await status('GET', '/v1/contacts?pageSize=40')).toBe(200);
  expect(await status('GET', '/v1/contacts?pageSize=41')).toBe(400);
  expect([await status('GET', '/v1/contacts'), await status('GET', '/v1/contacts')]).toEqual([200, 200]);
  expect(await status('GET', '/v1/contacts')).toBe(429);
  expect((await stop()).code).toBe(0);
});
