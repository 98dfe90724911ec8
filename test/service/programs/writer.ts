// A process of its own on a data folder: starts the service, says so, and makes lists until it has made enough or is killed.

import { startOn } from '../start-on.ts';

const [data = '', name = '', count = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
  const service = await startOn(data, { sleep: async () => {} });
  const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  say({ key: await service.adminKey(), token: await service.adminToken() });
  for (let i = 0; i < Number(count); i += 1) {
    const body = JSON.stringify({ name: `${name} ${i}`, scopes: ['ALL'] });
    const headers = { 'content-type': 'application/json' };
    const answer = await service.handle(
      { method: 'POST', path: '/_local/keys', headers, body },
      { caller: 'operator' },
    );
    say({ made: `${name} ${i}`, status: 'status' in answer ? answer.status : 0 });
  }
  await service.close();
}

void main();
