// A process of its own that takes two snapshots back in turn until it is killed.

import { startService } from '../../../src/service/start.ts';

const [data = '', first = '', second = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const service = await startService({
    data,
    version: '0.0.0-test',
    now: Date.now,
    sleep: async () => {},
    random: Math.random,
    empty: true,
    rateLimits: 'off',
  });
  for (let i = 0; ; i += 1) {
    const body = JSON.stringify({ path: i % 2 === 0 ? first : second });
    const headers = { 'content-type': 'application/json' };
    await service.handle({ method: 'POST', path: '/_local/restore', headers, body }, 'operator');
    process.stdout.write(`${i}\n`);
  }
}

void main();
