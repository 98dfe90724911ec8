// Where the tests keep what they write: in memory, where there is room, for a disk is waited for. It is gone afterwards.

import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^reach-tests-([0-9]{1,10})$/;
/** The largest of them holds executables of a hundred megabytes. */
const ROOM = 4 * 1024 ** 3;

/** Some tests start what they have written, which containers may forbid there. */
function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , kind, options = ''] = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === MEMORY) ?? [];
    return bavail * bsize > ROOM && kind === 'tmpfs' && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** For all processes of the run; called once for each project. */
export default function setup(): (() => void) | undefined {
  const folder = join(MEMORY, `reach-tests-${process.pid}`);
  if (tmpdir() === folder || !isUsable()) return;
  // Of runs that were killed.
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
