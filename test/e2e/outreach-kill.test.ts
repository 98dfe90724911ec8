// A real apply, killed by the operating system in the middle, over a socket: run again, everything is there once.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, openHome, type Served, serve } from './binary.ts';

const COUNT = 12;
let home: Home;
let served: Served;

beforeAll(async () => {
  home = openHome();
  served = await serve(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);
});
afterAll(async () => {
  await served.stop();
  home.remove();
});

/** Each campaign needs the one before it. */
function writeFolder(name: string): void {
  const folder = join(home.folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'campaigns'), { recursive: true });
  writeFileSync(join(folder, 'reach.yaml'), '# nothing\n');
  for (let index = 0; index < COUNT; index += 1) {
    const next = index === 0 ? '' : `  - type: add_to_another_campaign\n    campaign: ${name} ${index - 1}\n`;
    const text = `name: ${name} ${index}\nsteps:\n  - type: email\n    subject: Hello\n    content: Hi\n${next}`;
    writeFileSync(join(folder, 'campaigns', `${index}.yaml`), text);
  }
}

test.each([1, 4, 9])('killed when %i campaigns are there', async (seen) => {
  const name = `k${seen}`;
  writeFolder(name);
  const apply = ['apply', '--folder', name, '--yes'];
  const running = home.start(apply, { env: served.env });
  await running.seen(`create\tcampaign\t${name} ${seen - 1}\t`);
  running.kill('SIGKILL');
  expect((await running.ended).code).toBe(137);
  const again = await home.run(apply, { env: served.env });
  expect(again).toMatchObject({ code: 0 });
  const listed = await home.here(['campaign', 'list', '--all', '--json', '--fields', 'name'], { env: served.env });
  const names: { name: string }[] = JSON.parse(listed.stdout);
  const own = names.map((one) => one.name).filter((one) => one.startsWith(`${name} `));
  expect(own.toSorted()).toEqual(Array.from({ length: COUNT }, (_, index) => `${name} ${index}`).toSorted());
  const plan = await home.here(['plan', name, '--exit-code'], { env: served.env });
  expect(plan).toMatchObject({ code: 0, stderr: `${COUNT} unchanged\n` });
});
