// Heavy writes on a real thread, which is asked to end: SQLite's driver would end the process of one that is ended by force.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sleep as realSleep } from '../../../src/contract/timers.ts';
import type { Refusal } from '../../../src/service/core/context.ts';
import { openStore } from '../../../src/service/db/connection.ts';
import { openConnection } from '../../../src/service/db/sqlite.ts';
import { heavyWork, rowWorker } from '../../../src/service/http/heavy.ts';
import type { RowRequest } from '../../../src/service/http/perform.ts';
import { bundledForAllTests } from '../bundled-once.ts';
import { never, withFolder } from '../world.ts';

const nodeMajor = Number(process.versions.node.split('.')[0]);

const bulk = (contacts: number): RowRequest => ({
  group: 'contacts',
  name: 'bulkCreate',
  raw: {
    params: {},
    query: '',
    body: JSON.stringify({ contacts: Array.from({ length: contacts }, (_, n) => ({ firstName: `Ada ${n}` })) }),
    contentType: 'application/json',
  },
  principal: { workspaceId: 1, userId: 1, role: 'ADMIN', keyId: 1, keyName: 'admin', scopes: ['ALL'] },
  now: 0,
});

/** Each contact takes some 20 ms. */
const SLOW = `create trigger slow after insert on contacts begin
  select count(*) from (with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select i from n);
end`;

interface Opened {
  readonly path: string;
  readonly workerFile: string;
}

const built = bundledForAllTests({ worker: 'src/service/worker.ts' });

const withStore = (work: (opened: Opened) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const path = join(folder, 'reach.db');
    await (await openStore(path, nodeMajor)).close();
    const connection = openConnection(path, nodeMajor);
    connection.exec("insert into workspaces (id, name, created_at) values (1, 'One', 0)");
    connection.close();
    await work({ path, workerFile: join(built(), 'worker.js') });
  });

/** `expire` ends the deadline of the `nth` request; the others never end. */
function deadlineOf(nth: number) {
  const found = { expire: (): void => {}, deadlines: 0 };
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    found.deadlines += ms === 30_000 ? 1 : 0;
    if (found.deadlines !== nth) return never(ms, signal);
    return new Promise((resolve) => {
      found.expire = resolve;
    });
  };
  return { sleep, expire: () => found.expire() };
}

test('a write that takes too long gives up before its next statement: 408, nothing kept, and the next has an answer', async () => {
  await withStore(async ({ path, workerFile }) => {
    let ended = 0;
    const spawn = () => {
      const thread = rowWorker(workerFile, { role: 'rows', path, nodeMajor });
      thread.on('exit', () => {
        ended += 1;
      });
      return thread;
    };
    const { sleep, expire } = deadlineOf(2);
    const work = heavyWork({ spawn, deadlineMs: 30_000, sleep });
    const create = (contacts: number) =>
      work.run(bulk(contacts)).then(
        (data) => JSON.parse(data).summary.created,
        (refusal: Refusal) => refusal.code,
      );
    expect(await create(1)).toBe(1);
    const connection = openConnection(path, nodeMajor);
    connection.exec(SLOW);
    const late = create(100);
    await realSleep(100);
    expire();
    expect(await late).toBe('timeout');
    connection.exec('drop trigger slow');
    expect(await create(2)).toBe(2);
    expect(connection.all('select count(*) as n from contacts', [])).toEqual([{ n: 3 }]);
    connection.close();
    expect(ended).toBe(1);
    await work.close();
    expect(ended).toBe(2);
  });
});

test('a service that closes does not wait for a long write, and keeps nothing of it', async () => {
  await withStore(async ({ path, workerFile }) => {
    const connection = openConnection(path, nodeMajor);
    connection.exec(SLOW);
    const spawn = () => rowWorker(workerFile, { role: 'rows', path, nodeMajor });
    const work = heavyWork({ spawn, deadlineMs: 30_000, sleep: never });
    const written = work.run(bulk(100)).catch((refusal: Refusal) => refusal.code);
    await realSleep(300);
    await work.close();
    expect(await written).toBe('unavailable');
    expect(connection.all('select count(*) as n from contacts', [])).toEqual([{ n: 0 }]);
    connection.close();
  });
});

test('a thread is closed while it starts', async () => {
  await withStore(async ({ path, workerFile }) => {
    for (let n = 0; n < 5; n += 1) {
      const thread = rowWorker(workerFile, { role: 'rows', path, nodeMajor });
      await realSleep(n * 20);
      await thread.terminate();
    }
  });
});
