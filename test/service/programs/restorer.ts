// A process of its own that takes two snapshots back in turn until it is killed.

import { startOn } from '../start-on.ts';

const [data = '', first = '', second = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const service = await startOn(data, { sleep: async () => {} });
  for (let i = 0; ; i += 1) {
    const body = JSON.stringify({ path: i % 2 === 0 ? first : second });
    const headers = { 'content-type': 'application/json' };
    await service.handle({ method: 'POST', path: '/_local/restore', headers, body }, { caller: 'operator' });
    process.stdout.write(`${i}\n`);
  }
}

void main();
