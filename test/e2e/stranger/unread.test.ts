// A part of the workspace cannot be read: the rest is done, and nothing of that part is touched, created or removed.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seed } from '../../stranger/seed.ts';
import { openDrive } from './drive.ts';

const VARIABLE = 'name: Fresh\nentity: CONTACT\nprompt: Sum up {jobTitle}.\n';
const FLOW = `name: New flow
nodes:
  - { id: all, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: Newcomers }, next: [] }
`;
const NOTE = 'warning: list: not read, so left alone: the service has no GET /v1/lists';

test('lists were read once, and are on no path now', async () => {
  const [open, hidden] = [await openDrive({ mode: 'minimal' }), await openDrive({ mode: 'strict' })];
  try {
    for (const { stranger } of [open, hidden]) seed(stranger.store);
    const before = await open.desk('env');
    expect((await before.run('pull outreach')).code).toBe(0);
    const desk = await hidden.desk('env');
    cpSync(join(before.home, 'outreach'), join(desk.home, 'outreach'), { recursive: true });
    // The same workspace, at another address.
    const lock = join(desk.home, 'outreach/.reach/env.json');
    writeFileSync(lock, readFileSync(lock, 'utf8').replaceAll(open.stranger.url, hidden.stranger.url));
    const files = ['lists/icp-dach.yaml', 'workflows/verify-leads.yaml'].map((name) => `outreach/${name}`);
    const texts = files.map(desk.read);
    expect(texts[1]).toContain('list: ICP DACH');

    const pulled = await desk.run('pull outreach --force --json');
    // The one shows identities by their addresses alone, the other by their names.
    const keys = JSON.parse(pulled.stdout).map(({ key }: { key: string }) => key);
    expect(keys).toEqual(['signature/Robin Hale', 'signature/Sam Ortiz']);
    expect([pulled.code, pulled.stderr.includes(NOTE), files.map(desk.read)]).toEqual([1, true, texts]);

    desk.write({
      'outreach/lists/newcomers.yaml': 'name: Newcomers\n',
      'outreach/workflows/new-flow.yaml': FLOW,
      'outreach/ai-variables/fresh.yaml': VARIABLE,
    });
    const planned = await desk.run('plan outreach --prune --json');
    const todo = JSON.parse(planned.stdout).filter(({ action }: { action: string }) => action !== 'unchanged');
    expect([planned.code, todo.map(({ key }: { key: string }) => key)]).toEqual([1, ['ai-variable/Fresh']]);

    const asked = hidden.stranger.requests.length;
    const applied = await desk.run('apply --folder outreach --prune --yes --json');
    const sent = hidden.stranger.requests.slice(asked).filter(({ method }) => method !== 'GET');
    expect([applied.code, sent.map(({ method, path }) => `${method} ${path}`)]).toEqual([1, ['POST /v1/ai-variables']]);

    // A folder that has no file of them misses nothing.
    for (const line of ['pull other', 'plan other --exit-code', 'apply --folder other --yes']) {
      const { code, stderr } = await desk.run(line);
      expect([line, code, stderr.includes('list: not read')], stderr).toEqual([line, 0, true]);
    }
  } finally {
    await open.close();
    await hidden.close();
  }
});
