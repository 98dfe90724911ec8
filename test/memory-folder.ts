// Where tests that make and remove folders by the thousand keep them: in memory, where there is room, for a disk is waited for.

import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** They need some megabytes. */
const ROOM = 1024 ** 3;

function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, place]) => place === MEMORY);
    return bavail * bsize > ROOM && mount?.[2] === 'tmpfs';
  } catch {
    return false;
  }
}

/** The place for temporary folders. */
export const memoryFolder = (): string => (isUsable() ? MEMORY : tmpdir());
