// Who must never be contacted, on services that show no more than the interface: the domain of a company is read from it.

import { afterEach, describe, expect, test } from 'vitest';
import { seed } from '../../stranger/seed.ts';
import type { Mode } from '../../stranger/switches.ts';
import { type Drive, openDrive } from './drive.ts';

let drive: Drive;
afterEach(() => drive.close());

async function start(mode: Mode) {
  drive = await openDrive({ mode });
  const desk = await drive.desk('profile');
  const { store } = drive.stranger;
  const ids = seed(store);
  const [ada, bob] = [Number(ids['ada']), Number(ids['bob'])];
  const navy = store.nextId('company');
  store.companies.push({ id: navy, name: 'Navy', domain: 'navy.example' });
  for (const contact of store.contacts) {
    if (contact['id'] === ada) contact['professionalEmail'] = 'ada@home.example';
    if (contact['id'] === bob) Object.assign(contact, { professionalEmail: 'bob@home.example', companyId: navy });
  }
  store.members.set(String(ids['list']), new Set([ada, bob]));
  return { desk, ids, ada, bob, store };
}

describe.each<Mode>(['minimal', 'unpaged', 'strict', 'renamed', 'richer'])('a service that is %s', (mode) => {
  test.each(['www.ENGINES.example', 'ADA@home.example', 'https://de.network.example/in/Ada/'])('%s', async (entry) => {
    const { desk, ids, ada, bob, store } = await start(mode);
    expect((await desk.run(`never-contact add ${entry}`)).code).toBe(0);
    const ran = await desk.run(`campaign add-contact ${ids['campaign']} ${ada},${bob} --yes`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining(`Ada Byron (${ada})`)]);
    expect(store.enrolled.get(String(ids['campaign']))).toEqual(new Set([bob]));
    const running = await desk.run(`campaign add-list ${ids['running']} ${ids['list']} --yes`);
    expect([running.code, running.stderr]).toEqual([0, expect.stringContaining(`Ada Byron (${ada})`)]);
    expect(store.enrolled.get(String(ids['running']))).toEqual(new Set([bob]));
    store.enrolled.set(String(ids['campaign']), new Set([ada]));
    expect(await desk.run(`campaign status ${ids['campaign']} active --yes`)).toMatchObject({ code: 3 });
    expect(await desk.run(`inbox reply ${ada} Hello --from ${ids['identity']} --yes`)).toMatchObject({ code: 3 });
    expect(await desk.run(`workflow run ${ids['workflow']} --yes`)).toMatchObject({ code: 3 });
  });
});

test('an entry that nothing shown of contacts can be compared with is named: it protects no one', async () => {
  const { desk, ids, ada } = await start('minimal');
  expect((await desk.run('never-contact add +4930123456')).code).toBe(0);
  const ran = await desk.run(`campaign add-contact ${ids['campaign']} ${ada} --yes -q`);
  expect(ran.stderr).toBe(
    'warning: the service shows nothing of contacts that these could be compared with: +4930123456\n',
  );
});

test('--contacted-within is refused where the service shows no conversations', async () => {
  const { desk, ids, ada } = await start('strict');
  expect(await desk.run(`campaign add-contact ${ids['campaign']} ${ada} --contacted-within 90d --yes`)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('who was contacted lately cannot be read'),
  });
});
