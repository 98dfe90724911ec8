// `100 Continue` that no one asked for, which HTTP allows and undici takes for a broken connection.

import type { Socket } from 'node:net';

/** A status line and what follows it; no JSON, which is all that answers carry, holds these bytes. */
const BEGINS = 'HTTP/1.1 100';
const HEAD_MAX = 4_096;

/** Takes such heads out of what is read from the socket. One that came in part is kept back until its end is there. */
export function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  let kept: Buffer = Buffer.alloc(0);
  socket.read = () => {
    for (;;) {
      const chunk: Buffer | null = read();
      if (chunk === null) return null;
      let bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
      kept = Buffer.alloc(0);
      for (let end = endOfHead(bytes); end > 0; end = endOfHead(bytes)) bytes = bytes.subarray(end);
      if (bytes.length === 0) continue;
      if (!isBeginning(bytes)) return bytes;
      kept = bytes;
    }
  };
}

/** Where such a head ends; 0 = there is none, or not all of it. */
function endOfHead(bytes: Buffer): number {
  const text = bytes.toString('latin1', 0, HEAD_MAX);
  const end = text.startsWith(BEGINS) ? text.indexOf('\r\n\r\n') : -1;
  return end < 0 ? 0 : end + 4;
}

function isBeginning(bytes: Buffer): boolean {
  return bytes.length < HEAD_MAX && BEGINS.startsWith(bytes.toString('latin1', 0, BEGINS.length));
}
