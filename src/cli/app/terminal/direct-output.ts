// Output written without a stream: for a few lines, opening one takes longer than all else that is done to print them.

import { constants, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';

/** What fits into an empty socket on every system. */
const SOCKET_BYTES = 8_192;

/** Whether it is what takes everything: also a character device, but no terminal. */
export function isNullDevice(kind: Stats): boolean {
  try {
    return kind.isCharacterDevice() && kind.rdev === statSync('/dev/null').rdev;
  } catch {
    return false;
  }
}

interface Direct {
  readonly descriptor: number;
  /** How many bytes it takes without waiting. */
  readonly bytes: number;
}

/**
 * Where to write without ever having to wait: while a slow reader lets us, no signal would be heard. A pipe is opened once more
 * for that, which works on Linux. Null: only a stream can.
 */
function directTo(descriptor: number): Direct | null {
  try {
    const kind = fstatSync(descriptor);
    if (kind.isSocket()) return { descriptor, bytes: SOCKET_BYTES };
    if (kind.isFile() || isNullDevice(kind)) return { descriptor, bytes: Number.POSITIVE_INFINITY };
    if (!kind.isFIFO()) return null;
    const own = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
    return { descriptor: own, bytes: Number.POSITIVE_INFINITY };
  } catch {
    return null;
  }
}

/** Gives what was not written, for a stream to write or to say why not; null once all of it is. */
export function directOutput(descriptor: number): (text: string) => Uint8Array | string | null {
  let direct: Direct | null | undefined;
  let sum = 0;
  return (text) => {
    direct ??= directTo(descriptor);
    if (direct === null) return text;
    const bytes = Buffer.from(text);
    sum += bytes.length;
    if (sum > direct.bytes) return bytes;
    let written = 0;
    try {
      written = writeSync(direct.descriptor, bytes);
    } catch {}
    return written === bytes.length ? null : bytes.subarray(written);
  };
}
