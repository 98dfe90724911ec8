// A process of its own on a data folder: publishes workflow 1 again and again, each time the revision it has just read.

import { startOn } from '../start-on.ts';

const [data = '', rounds = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
  const service = await startOn(data, { sleep: async () => {} });
  const headers = { 'content-type': 'application/json' };
  const ask = async (method: string, path: string, input?: unknown) => {
    const body = input === undefined ? null : JSON.stringify(input);
    const answer = await service.handle({ method, path, headers, body }, { caller: 'operator' });
    if (!('status' in answer)) throw new Error('the connection was cut');
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  for (let round = 0; round < Number(rounds); round += 1) {
    const { revision } = (await ask('GET', '/v1/workflow/1')).body.data;
    // One in three does not care what it publishes.
    const { status, body } = await ask('POST', '/v1/workflow/1/publish', round % 3 === 0 ? {} : { revision });
    const reported = { status, version: body.data?.version ?? null, message: body.message };
    process.stdout.write(`${JSON.stringify(reported)}\n`);
  }
  await service.close();
}

void main();
