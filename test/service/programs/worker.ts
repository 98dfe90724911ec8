// A process of its own that says so and, once its input ends, works the queue of a data folder off, until nothing is left or it
// is killed: each job writes its number down.

import type { Performers } from '../../../src/service/jobs/work.ts';
import { startOn } from '../start-on.ts';

const [data = '', name = ''] = process.argv.slice(2);

const performers: Performers = {
  count: async () => ({
    perform: async ({ payload }, { tx, now }) => {
      const { n, times } = payload;
      await tx.run('insert into effects (n, turn, worker) values (?, ?, ?)', Number(n), Number(times), name);
      return Number(times) > 1 ? { resumeAt: now, payload: { n, times: Number(times) - 1 } } : undefined;
    },
  }),
};

async function main(): Promise<void> {
  const service = await startOn(data, { performers, onBug: (error) => void process.stderr.write(`${error}\n`) });
  process.stdout.write('ready\n');
  for await (const _ of process.stdin);
  await service.work({ onProgress: ({ performed }) => void process.stdout.write(`${performed}\n`) });
  await service.close();
}

void main();
