// --timeout and --request-timeout hold whatever a service does.

import type { RequestListener } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { openHome } from './binary.ts';
import { loopback } from './loopback.ts';

const home = openHome();
afterAll(() => home.remove());

async function against(answer: RequestListener, args: readonly string[]) {
  const { env } = await loopback(answer);
  const startedAt = performance.now();
  const ran = await home.run(args, { env });
  return { ...ran, tookMs: performance.now() - startedAt };
}

const limited: RequestListener = (_, response) => {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' });
  response.end('{"status":"error","message":"slow down"}');
};

test.each([
  ['a service that asks to wait for an hour', limited],
  ['a service that never answers', () => {}],
] satisfies [string, RequestListener][])(
  '%s: a watch ends with 8 at its --timeout',
  async (_name, answer) => {
    const watched = ['action', 'workflow'].map(async (noun) => {
      const { code, tookMs } = await against(answer, [noun, 'watch', '7', '--timeout', '2s']);
      expect([noun, code]).toEqual([noun, 8]);
      // Starting the process is part of it, on a machine that does other things as well.
      expect(tookMs).toBeLessThan(2_000 + 25_000);
    });
    await Promise.all(watched);
  },
  120_000,
);

test('--request-timeout 25d does not end at once', async () => {
  const late: RequestListener = (_, response) => {
    setTimeout(() => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"status":"error","message":"There is no contact 7"}');
    }, 50);
  };
  expect((await against(late, ['contacts', 'show', '7', '--request-timeout', '25d'])).code).toBe(5);
});
