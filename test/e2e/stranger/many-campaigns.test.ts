// A workspace with many campaigns and workflows: how often it is asked, which is what takes time.

import { expect, test } from 'vitest';
import { seed } from '../../stranger/seed.ts';
import { fill } from '../../stranger/table/proof.ts';
import { openDrive } from './drive.ts';

const CAMPAIGNS = 2_050;
const FILTER_MAX = 500;

test('contacts timeline asks about all of them, in few requests', async () => {
  const drive = await openDrive({ mode: 'minimal' });
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

test('pull reads a record once, and a hundred names at once', async () => {
  const drive = await openDrive({ mode: 'minimal' });
  seed(drive.stranger.store);
  const { campaigns, workflows } = drive.stranger.store;
  const [campaign = {}, workflow = {}] = [campaigns[0], workflows[0]];
  while (campaigns.length < 230)
    campaigns.push({ ...campaign, id: 5_000 + campaigns.length, name: `C${campaigns.length}` });
  while (workflows.length < 120)
    workflows.push({ ...workflow, id: 9_000 + workflows.length, name: `W${workflows.length}` });
  const desk = await drive.desk('env');
  const { code, stderr } = await desk.run('pull outreach');
  const asked = drive.stranger.requests.map(({ method, path }) => `${method} ${path.replace(/[0-9]+$/, 'ID')}`);
  await drive.close();
  expect(code, stderr).toBe(0);
  const counts = new Map<string, number>();
  for (const one of asked) counts.set(one, (counts.get(one) ?? 0) + 1);
  const { 'GET /v1/campaign/ID': each, 'GET /v1/workflow/ID': other, ...rest } = Object.fromEntries(counts);
  expect([each, other]).toEqual([230, 120]);
  // Pages of a hundred, and the one that tells that there is no more.
  expect([rest['GET /v1/campaigns'], rest['GET /v1/workflows']]).toEqual([3, 2]);
  expect(Object.entries(rest).filter(([, count]) => count > 4)).toEqual([]);
});
