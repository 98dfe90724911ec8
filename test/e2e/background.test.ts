// Work that a command sets going: finished before it ends, left to the next one by Ctrl-C or a kill, taken over by serve.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { serve } from './binary.ts';
import { homeForAllTests } from './opened.ts';

/** So many that the work goes on for as long as a signal may take on a busy machine. */
const PEOPLE = 4_000;
/** Said where it takes a second. */
const BUSY = 'finishing background work; Ctrl-C leaves it to the next command, or to reach serve\n';
const LEFT = 'background work is left to the next command, or to reach serve\n';

const home = homeForAllTests();

const api = (...args: string[]) => home.here(['api', ...args]);
const RUN = ['api', 'POST', '/v1/workflow/1/run'];

beforeAll(async () => {
  await home.here(['local', 'reset', '--empty', '--yes']);
  const lines = Array.from({ length: PEOPLE }, (_, n) => `P${n},https://network.example/in/p${n},p${n}@firm.example`);
  writeFileSync(join(home.folder, 'people.csv'), `First Name,LinkedIn URL,Email\n${lines.join('\n')}\n`);
  await home.here(['contacts', 'import', 'people.csv', '--list', 'All', '--create-list']);
  const nodes = [
    { id: 'from', kind: 'BLOCK', blockId: 'SELECT_LEADS_FROM_LIST', inputs: { leadsGroupId: 1 }, next: ['verify'] },
    { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', next: [] },
  ];
  writeFileSync(join(home.folder, 'w.json'), JSON.stringify({ name: 'W', publish: true, plan: { nodes } }));
  const created = await api('POST', '/v1/workflows', '--input', 'w.json');
  expect([created.code, JSON.parse(created.stdout).data.id]).toEqual([0, 1]);
});

/** Status and what was done of a run. */
async function read(runId: number): Promise<unknown> {
  const { data } = JSON.parse((await api('GET', `/v1/workflow-runs/${runId}`)).stdout);
  return [data.status, data.steps[1].statusCounts, data.creditsUsed];
}

test('a command finishes the work it set going', async () => {
  const ran = await home.run(RUN);
  expect([ran.code, ran.stderr.replace(BUSY, '')]).toEqual([0, '']);
  const [status, counts, credits] = (await read(1)) as [string, Record<string, number>, number];
  expect([status, (counts['SUCCEEDED'] ?? 0) + (counts['FAILED'] ?? 0)]).toEqual(['SUCCEEDED', PEOPLE]);
  expect(credits).toBe(counts['SUCCEEDED']);
});

test('Ctrl-C leaves the rest to the next command, which carries it on', async () => {
  const running = home.start(RUN, { stdin: '' });
  await running.seen('RUNNING');
  running.kill('SIGINT');
  const { code, stderr } = await running.ended;
  expect([code, stderr.replace(BUSY, '')]).toEqual([0, LEFT]);
  await api('GET', '/v1/workflow-runs/2');
  expect(await read(2)).toEqual(await read(1));
});

test('a command that is killed has lost and doubled nothing', async () => {
  const running = home.start(RUN, { stdin: '' });
  await running.seen('RUNNING');
  running.kill('SIGKILL');
  await running.ended;
  await api('GET', '/v1/workflow-runs/3');
  expect(await read(3)).toEqual(await read(1));
});

test('serve takes over what was left, answers meanwhile, and stops when asked to', async () => {
  const running = home.start(RUN, { stdin: '' });
  await running.seen('RUNNING');
  running.kill('SIGINT');
  await running.ended;
  const served = await serve(home, ['--rate-limits', 'off']);
  const readThere = async () => {
    const answer = await fetch(`${served.url}/v1/workflow-runs/4`, { headers: { 'x-api-key': served.key } });
    return Object(await answer.json()).data;
  };
  let run = await readThere();
  while (run.status === 'RUNNING') run = await readThere();
  expect(run.status).toBe('SUCCEEDED');
  const again = await fetch(`${served.url}/v1/workflow/1/run`, {
    method: 'POST',
    headers: { 'x-api-key': served.key, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(again.status).toBe(200);
  const stopped = await served.stop();
  // On a busy machine it notices that it had to wait.
  expect([stopped.code, stopped.stderr.replace(/^local service: no request was answered .*\n/gm, '')]).toEqual([0, '']);
  await api('GET', '/v1/workflow-runs/5');
  expect(await read(5)).toEqual(await read(1));
});
