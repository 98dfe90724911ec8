// A temporary file for keys. It holds names and addresses, so that only its owner can read it, and it never outlives the
// process: where the system allows, its name is removed while it is open.

import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OverflowFile } from './key-log.ts';

/** Null where it cannot be made. */
export function openOverflowFile(path: string): OverflowFile | null {
  let file: number;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(path, { force: true });
    file = openSync(path, 'wx+', 0o600);
  } catch {
    return null;
  }
  const remove = () => {
    try {
      rmSync(path, { force: true });
    } catch {
      // Windows does not remove a file that is open: it is removed once it is closed.
    }
  };
  remove();
  let size = 0;
  return {
    append(bytes) {
      try {
        const offset = size;
        for (let done = 0; done < bytes.length; )
          done += writeSync(file, bytes, done, bytes.length - done, offset + done);
        size += bytes.length;
        return offset;
      } catch {
        return null;
      }
    },
    read(into, offset) {
      for (let done = 0; done < into.length; ) {
        const count = readSync(file, into, done, into.length - done, offset + done);
        if (count === 0) throw new RangeError('the temporary file of an import is shorter than what was written');
        done += count;
      }
    },
    close() {
      closeSync(file);
      remove();
    },
  };
}
