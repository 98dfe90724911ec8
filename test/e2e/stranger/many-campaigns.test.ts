// A workspace with more campaigns than one filter may name.

import { expect, test } from 'vitest';
import { seed } from '../../stranger/seed.ts';
import { fill } from '../../stranger/table/proof.ts';
import { openDrive } from './drive.ts';

const CAMPAIGNS = 2_050;
const FILTER_MAX = 500;

test('contacts timeline asks about all of them, in few requests', async () => {
  const drive = await openDrive({
    mode: 'minimal',
  });
  const ids = seed(drive.stranger.store);
  const { campaigns, enrolled } = drive.stranger.store;
  while (campaigns.length < CAMPAIGNS)
    campaigns.push({ id: 5_000 + campaigns.length, status: 'DRAFT', name: `C${campaigns.length}`, steps: [] });
  for (const at of [3, 1_700, CAMPAIGNS - 1])
    enrolled.set(String(campaigns[at]?.['id']), new Set([Number(ids['ada'])]));
  const desk = await drive.desk('env');
  const { code, stdout, stderr } = await desk.run(fill('contacts timeline {ada} --json', ids));
  const { requests } = drive.stranger;
  await drive.close();
  expect(code, stderr).toBe(0);
  const found: readonly { readonly kind: string; readonly what: string }[] = JSON.parse(stdout);
  expect(found.filter(({ kind }) => kind === 'campaign').map(({ what }) => what)).toEqual(
    ['C3', 'C1700', `C${CAMPAIGNS - 1}`].map((name) => `in the campaign ${name} (DRAFT)`),
  );
  const filters = requests.map(({ body }) => Object(Object(body).include).campaigns ?? []);
  expect(Math.max(...filters.map(({ length }) => length))).toBe(FILTER_MAX);
  expect(requests.filter(({ path }) => path === '/v1/campaigns')).toHaveLength(Math.ceil(CAMPAIGNS / 100));
  expect(requests.length).toBeLessThan(90);
});
