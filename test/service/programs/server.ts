// A process of its own that serves a data folder until its input ends.

import { serveService } from '../../../src/service/serve.ts';

const [data = ''] = process.argv.slice(2);

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const processes = { pid: process.pid, pidSpace: 'test', alive: isAlive, startOf: (pid: number) => `start of ${pid}` };

async function main(): Promise<void> {
  const serving = await serveService(
    { data, version: '0.0.0-test', now: Date.now, sleep, random: Math.random, empty: true, rateLimits: 'on' },
    { host: '127.0.0.1', port: 0, drainMs: 10_000, processes, sleep },
  );
  process.stdout.write(`${JSON.stringify({ url: serving.url })}\n`);
  process.stdin.resume().on('end', () => void serving.close());
}

main().catch((error: unknown) => {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
  process.exitCode = 1;
});
