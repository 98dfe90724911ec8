// A process of its own that carries on whatever is due in a data folder, until nothing is or it is killed; a line a job.

import { startOn } from '../start-on.ts';

const [data = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const service = await startOn(data, {
    onBug: (error) => void process.stderr.write(`${error instanceof Error ? error.stack : error}\n`),
  });
  await service.work({ onProgress: ({ performed }) => void process.stdout.write(`${performed}\n`) });
  await service.close();
}

void main();
