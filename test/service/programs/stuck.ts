// A worker thread that takes the write lock, changes something and then never comes back.

import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../../src/service/db/connection.ts';

async function main(): Promise<void> {
  const store = await openStore(workerData.path, workerData.nodeMajor);
  await store.write(async (tx) => {
    await tx.run("insert into workspaces (name, created_at) values ('half done', 0)");
    parentPort?.postMessage('locked');
    for (;;);
  });
}

void main();
