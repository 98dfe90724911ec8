import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { sleep } from '../../src/contract/timers.ts';
import { serve } from './binary.ts';
import { loopback } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends a command that waits for an answer, with %i and without a stack', async (signal, code) => {
  const service = await loopback(() => {});
  const running = home.start(['auth', 'status'], { env: service.env });
  await service.next();
  running.kill(signal);
  expect(await running.ended).toEqual({ code, stdout: '', stderr: '' });
});

test('a command that waits before its next attempt ends as soon as it is interrupted', async () => {
  const service = await loopback((_, response) => response.writeHead(429, { 'retry-after': '50' }).end());
  const running = home.start(['auth', 'status'], { env: service.env });
  await running.seen('waiting 50 s: rate limited (429)', 'stderr');
  running.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130, stdout: '' });
});

test('an expression of jq that never ends is interrupted like everything else', async () => {
  const args = ['contacts', 'show', '1', '--debug', '--profile', 'local', '--jq', 'until(false; .)'];
  const running = home.start(args);
  await running.seen('200', 'stderr');
  running.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130, stdout: '' });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops reach serve with 0', async (signal) => {
  const served = await serve(home);
  served.running.kill(signal);
  expect(await served.running.ended).toMatchObject({ code: 0, stderr: '' });
});

/** A service that has taken a request, which it answers after a time. */
async function asked(latency: string) {
  const served = await serve(home);
  const fault = ['local', 'fault', 'add', 'account.validate', '--latency', latency];
  expect(await home.run(fault, { env: served.env })).toMatchObject({ code: 0 });
  const headers = { 'x-api-key': served.key, expect: '100-continue' };
  const outgoing = request(`${served.url}/v1/validate`, { headers, agent: false });
  outgoing.end();
  // The service says this when it has taken the request.
  await once(outgoing, 'continue');
  return { served, outgoing };
}

test('reach serve finishes the request under way before it stops', async () => {
  const { served, outgoing } = await asked('400ms');
  served.running.kill('SIGTERM');
  const [answer] = await once(outgoing, 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
  const { code, stderr } = await served.running.ended;
  // A machine that is busy may be told of, too.
  expect([code, stderr.replace(/^local service: no request was answered for .*\n/gm, '')]).toEqual([0, '']);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a second %s ends reach serve at once, with %i', async (signal, code) => {
  const { served, outgoing } = await asked('60s');
  outgoing.on('error', () => {});
  served.running.kill(signal);
  // The first was heard once nobody else is let in.
  while (await isAnswered(served.url)) await sleep(5);
  served.running.kill(signal);
  expect(await served.running.ended).toMatchObject({ code });
});

const isAnswered = (url: string): Promise<boolean> =>
  fetch(`${url}/livez`).then(
    (answer) => answer.ok,
    () => false,
  );
