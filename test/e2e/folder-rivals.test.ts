// Several processes on one outreach folder, one set of campaign files, one configuration: nothing is lost, nothing doubled.
// `npm run soak -- locks` has more of them on one lock.

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeForAllTests, servedForAllTests } from './opened.ts';

const home = homeForAllTests();
const served = servedForAllTests(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);

const campaign = (name: string) => `name: ${name}\nsteps:\n  - type: email\n    subject: Hello\n    content: Hi\n`;

async function namesOf(prefix: string): Promise<string[]> {
  const listed = await home.here(['campaign', 'list', '--all', '--json', '--fields', 'name'], { env: served.env });
  const rows: { name: string }[] = JSON.parse(listed.stdout);
  return rows.map(({ name }) => name).filter((name) => name.startsWith(prefix));
}

test('4 applies at once: all end with 0, each resource is created once', async () => {
  const folder = join(home.folder, 'shared');
  for (const inside of ['campaigns', 'ai/messages', 'lists']) mkdirSync(join(folder, inside), { recursive: true });
  writeFileSync(join(folder, 'reach.yaml'), '# nothing\n');
  const names = ['shared 1', 'shared 2', 'shared 3'];
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, 'campaigns', `${index}.yaml`), campaign(name));
    writeFileSync(join(folder, 'lists', `${index}.yaml`), `name: ${name}\n`);
  }
  const apply = () => home.run(['apply', '--folder', 'shared', '--yes'], { env: served.env });
  const all = await Promise.all([apply(), apply(), apply(), apply()]);
  expect(all.map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(['', '', '', '']);
  expect((await namesOf('shared')).toSorted()).toEqual(names);
  expect(readdirSync(join(folder, '.reach')).filter((name) => !name.endsWith('.json'))).toEqual(
    ['schemas'].filter((name) => existsSync(join(folder, '.reach', name))),
  );
  expect(await home.here(['plan', 'shared', '--exit-code'], { env: served.env })).toMatchObject({ code: 0 });
});

test('4 campaign creates at once: each file is remembered; one file created 4 times at once is created once', async () => {
  const files = Array.from({ length: 4 }, (_, index) => `own ${index}`);
  for (const name of [...files, 'same']) writeFileSync(join(home.folder, `${name}.yaml`), campaign(name));
  const create = (name: string) => home.run(['campaign', 'create', `${name}.yaml`, '--yes'], { env: served.env });
  expect((await Promise.all(files.map(create))).map(({ code }) => code)).toEqual(files.map(() => 0));
  expect((await Promise.all(files.slice(2).map(create))).map(({ code }) => code)).toEqual(files.slice(2).map(() => 2));
  expect((await namesOf('own')).toSorted()).toEqual(files);
  const same = await Promise.all(['same', 'same', 'same', 'same'].map(create));
  expect(same.map(({ code }) => code).toSorted()).toEqual([0, 2, 2, 2]);
  expect(await namesOf('same')).toEqual(['same']);
});

test('4 profiles set at once are all there; so is a lock that a killed process left behind', async () => {
  mkdirSync(join(home.reachHome, 'config'), { recursive: true });
  writeFileSync(join(home.reachHome, 'config', 'config.lock'), JSON.stringify({ pid: 4_190_000, since: '' }));
  const names = Array.from({ length: 4 }, (_, index) => `p${index}`);
  const login = (name: string) =>
    home.run(['auth', 'login', '--profile', name, '--base-url', served.url, '--key-stdin'], { stdin: served.key });
  const all = await Promise.all(names.map(login));
  expect(all.map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(names.map(() => ''));
  const listed = await home.here(['profile', 'list', '--json', '--fields', 'name']);
  const rows: { name: string }[] = JSON.parse(listed.stdout);
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => /^p\d$/.test(name))
      .toSorted(),
  ).toEqual(names);
  const config = join(home.reachHome, 'config');
  expect(readdirSync(config)).toEqual(['config.json']);
  expect(statSync(join(config, 'config.json')).mode & 0o777).toBe(0o600);
});
