// Locks between real processes, and every kind of lock that may be left behind.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type LockIo, lockHolder, takeLock, withLock } from '../../../src/cli/files/lock.ts';
import { processIo } from '../../../src/cli/terminal/io.ts';
import { folderForTest } from '../../folder.ts';
import { DEAD, rivalsFor } from './lock-rivals.ts';

const ROUNDS = 8;

test('processes find one stale lock: each gets it, one at a time, and nothing stays behind', async () => {
  await rivalsFor(ROUNDS, (round, seen, wanted) => expect([round, seen]).toEqual([round, wanted]));
});

const thisProcess = processIo();

/** This process, except for what is given; its waits take no time. */
function processIn(folder: string, input: Partial<LockIo> = {}) {
  const { pid, pidSpace, alive, startOf, now, interrupt } = thisProcess;
  const io: LockIo = { pid, pidSpace, alive, startOf, now, interrupt, sleep: async () => {}, ...input };
  const path = join(folder, 'lock');
  return { io, path, held: () => JSON.parse(readFileSync(path, 'utf8')) };
}

test.each([
  ['of a process that has ended', () => DEAD],
  ['of our own pid, by an earlier process with it', (io: LockIo) => ({ ...DEAD, pid: io.pid, pidSpace: io.pidSpace })],
  ['of a pid that another process has now', (io: LockIo) => ({ ...DEAD, pid: 1, start: '7', pidSpace: io.pidSpace })],
  ['of another pid space, without a heartbeat', () => ({ ...DEAD, pid: 1, start: '7', pidSpace: 'a container' })],
  ['that is empty', () => null],
  ['with a nonce that is a path', () => ({ ...DEAD, nonce: '../../x' })],
])('a lock %s is taken over', async (_name, content) => {
  const folder = folderForTest();
  const { io, path, held } = processIn(folder);
  const left = content(io);
  writeFileSync(path, left === null ? '' : JSON.stringify(left));
  const lock = await takeLock(path, io);
  expect([lock, held()]).toEqual([{ release: expect.any(Function) }, expect.objectContaining({ pid: io.pid })]);
  if ('release' in lock) lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

// In a container whose first process asks for no status, it is there for good. Windows has no such processes.
test.skipIf(process.platform !== 'linux')(
  'a lock of a killed process that no one waited for is taken over',
  async () => {
    const folder = folderForTest();
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = Number(String((await once(parent.stdout, 'data'))[0]));
      const { io, path } = processIn(folder);
      writeFileSync(path, JSON.stringify({ ...DEAD, pid, start: io.startOf(pid), pidSpace: io.pidSpace }));
      expect(await takeLock(path, io)).toMatchObject({ pid, state: 'running' });
      // Until it is another program, the shell takes note of the end of its child.
      await vi.waitFor(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'), 10_000);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(' Z '), 10_000);
      expect(await takeLock(path, io)).toEqual({ release: expect.any(Function) });
    } finally {
      parent.kill('SIGKILL');
    }
  },
);

test.each([
  ['of a process that is running', (io: LockIo) => ({ start: io.startOf(1), pidSpace: io.pidSpace })],
  ['of an older version', () => ({})],
])('a lock %s is respected', async (_name, more) => {
  const folder = folderForTest();
  const { io, path } = processIn(folder);
  writeFileSync(path, JSON.stringify({ ...DEAD, pid: 1, ...more(io) }));
  expect(await takeLock(path, io)).toMatchObject({ path, pid: 1, since: DEAD.since, state: 'running' });
  expect(lockHolder(path, io)).toMatchObject({ pid: 1 });
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('a lock of another pid space is respected while its heartbeat continues', async () => {
  const folder = folderForTest();
  let beats = 0;
  const sleep = async () => {
    beats += 1;
    if (beats % 40 === 0) utimesSync(path, beats, beats);
  };
  const { io, path } = processIn(folder, { sleep });
  writeFileSync(path, JSON.stringify({ ...DEAD, pid: 1, start: '7', pidSpace: 'a container' }));
  expect(await takeLock(path, io)).toMatchObject({ pid: 1, state: 'unknown' });
});

test('a process takes a lock once; it releases only its own', async () => {
  const folder = folderForTest();
  const { io, path } = processIn(folder);
  const lock = await takeLock(path, io);
  expect(await takeLock(path, io)).toMatchObject({ pid: io.pid, state: 'running' });
  rmSync(path);
  writeFileSync(path, JSON.stringify(DEAD));
  if ('release' in lock) lock.release();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(DEAD);
});

test('a busy lock is waited for, 30 s; then exit 7 names the file and how to clear it', async () => {
  const folder = folderForTest();
  let waitedMs = 0;
  const sleep = async (ms: number) => {
    waitedMs += ms;
  };
  const { io, path } = processIn(folder, { sleep });
  writeFileSync(path, JSON.stringify({ ...DEAD, pid: 1 }));
  await expect(withLock(path, io, async () => {})).rejects.toMatchObject({
    exit: 'later',
    message: `${path} is held by another process (process 1, since ${DEAD.since})`,
    hint: `wait until it ends, or stop it; if process 1 is not reach, delete ${path}`,
  });
  expect(waitedMs).toBe(30_000);
});
