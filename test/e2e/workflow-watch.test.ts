// Watching with the built tool: what a script reads from its exit code, whatever happens to the service meanwhile.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHome, type Served, serve } from './binary.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = openHome();
let served: Served;

const node = (id: string, rest: string) => `  - { id: ${id}, kind: BLOCK, ${rest} }\n`;
const select = node('select', 'blockId: SELECT_LEADS, inputs: { leadIds: [3, 4, 5] }, next: [then]');

const FILES = {
  good: `name: Good\npublish: true\nnodes:\n${select}${node('then', 'blockId: VERIFY_LEAD_EMAIL, next: []')}`,
  slow: `name: Slow\npublish: true\nnodes:\n${select}${node('then', 'blockId: WAIT, inputs: { duration: 1 day }, next: []')}`,
};

beforeAll(async () => {
  served = await serve(home, ['--data', join(home.folder, 'served'), '--rate-limits', 'off']);
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(home.folder, `${name}.yaml`), text);
    const made = await home.here(['workflow', 'create', `${name}.yaml`, '--yes'], { env: served.env });
    expect(made).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  await served.stop();
  home.remove();
});

const reach = (line: string) => home.here(line.split(' '), { env: served.env });

/** Starts a run that waits for a day; gives its id. */
async function slowRun(): Promise<string> {
  const { stdout } = await reach('workflow run Slow --yes -o id');
  return stdout.trim();
}

test('Ctrl-C on a terminal leaves the table there, and what it prints below it', async () => {
  const run = await slowRun();
  const watching = startOnTerminal(home, ['workflow', 'watch', run], { env: served.env });
  await watching.seen((displayed) => /then +Wait +3/.test(readable(displayed)), 'stdout');
  watching.type('\u0003');
  const { code, stdout } = await watching.ended;
  expect(code).toBe(130);
  const afterTheLastErase = readable(stdout.slice(stdout.lastIndexOf('\u001b[J') + 1));
  expect(afterTheLastErase).toMatch(
    new RegExp(`then +Wait +3\n.*run ${run} is still running. Watch again: reach workflow watch ${run}\n$`),
  );
});

test('a service that is killed and started again does not end it', async () => {
  const run = await slowRun();
  const watching = home.start(['workflow', 'watch', run, '--exit-status', '--interval', '100ms'], { env: served.env });
  await watching.seen('step then: 3 waiting', 'stderr');
  served.running.kill('SIGKILL');
  await served.running.ended;
  await watching.seen('trying again', 'stderr');
  const { port } = new URL(served.url);
  served = await serve(home, ['--data', join(home.folder, 'served'), '--rate-limits', 'off', '--port', port]);
  await watching.seen('the service responds again', 'stderr');
  await reach(`workflow cancel ${run} --yes`);
  const ended = await watching.ended;
  expect([ended.code, JSON.parse((await reach(`workflow status ${run} --json`)).stdout).status]).toEqual([
    1,
    'CANCELLED',
  ]);
});

test('on a terminal: a table that is drawn over itself, and stays', async () => {
  const running = startOnTerminal(home, ['workflow', 'run', 'Good', '--yes', '--watch'], { env: served.env });
  const { code, stdout } = await running.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('\u001b[J');
  expect(readable(stdout)).toMatch(
    /Step +Type +Succeeded\n─+\nselect +Select contacts +3\nthen +Verify lead email +3\n$/,
  );
});
