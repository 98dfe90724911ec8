// A twin of a service that differs from ours: what it shows is there, under ids of the twin where its own are texts.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Host } from '../../../../src/cli/session/host.ts';
import type { Io } from '../../../../src/cli/terminal/io.ts';
import { openLocal } from '../../../../src/local.ts';
import { reachForEachTest } from '../../../opened.ts';
import { openWorld } from '../../../service/world.ts';
import { seed } from '../../../stranger/seed.ts';
import { openStranger, STRANGER_KEY } from '../../../stranger/server.ts';

const reach = reachForEachTest();

const NO_THREADS = 'conversations: some have no id';
const NOT_THERE = 'the service has no GET';

test.each([
  ['minimal', [NO_THREADS]],
  ['unpaged', [NO_THREADS]],
  ['strict', [`members of lists: ${NOT_THERE}`]],
  ['renamed', ['tags', 'lists', 'conversations'].map((what) => `${what}: ${NOT_THERE}`)],
  ['richer', [NO_THREADS, 'campaign "Q3 launch" was not copied as it is: steps[0].sendWindow']],
] as const)('of a stranger: %s', async (mode, warnings) => {
  const stranger = await openStranger({ mode });
  seed(stranger.store);
  const ran = await reach.run('local clone --json', {
    env: { REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY },
    openLocal: (io: Io, ...input: Parameters<Host['openLocal']>) => openLocal(io, ...input),
  });
  await stranger.close();
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(warnings[0] ?? '')]);
  for (const warning of warnings) expect(ran.stderr).toContain(warning);
  expect(stranger.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  const world = await openWorld({ data: join(reach.home, 'data', 'twins', 'twin') });
  const { contacts } = (await world.call('GET', '/v1/contacts', { query: { pageSize: 100 } })).body.data;
  await world.close();
  expect(contacts.map(({ firstName, lastName }: Record<string, unknown>) => `${firstName} ${lastName}`)).toEqual(
    stranger.store.contacts.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  );
});
