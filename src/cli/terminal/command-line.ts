// A command line in a text, and its output in texts: for commands that run others in the same process.

import { Readable, Writable } from 'node:stream';
import { UsageError } from './exit.ts';
import type { Io, Out } from './io.ts';

const QUOTED = /"([^"]*)"|'([^']*)'/g;

/** The words of a command line, as a shell would divide it: spaces separate, quotes keep together. Nothing is replaced. */
export function wordsOf(text: string): string[] {
  if (/["']/.test(text.replace(QUOTED, ''))) throw new UsageError(`a quote has no end: ${text}`);
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''));
}

/** An output that keeps what is written. `onText` is called with each text as it is written. */
export function capture(parts: string[], onText: (text: string) => void = () => {}): Out {
  return {
    isTTY: false,
    columns: 80,
    closed: false,
    write: async (text) => {
      parts.push(text);
      onText(text);
    },
    raw: new Writable({
      write(chunk, _encoding, done) {
        parts.push(String(chunk));
        done();
      },
    }),
  };
}

export function inputOf(text: string | null): Io['stdin'] {
  const bytes = async function* () {
    if (text !== null) yield new TextEncoder().encode(text);
  };
  return { isTTY: false, raw: Readable.from([]), bytes };
}

const BYTES_MAX = 16 * 1024 * 1024;

/** The same input, and the text that was read of it so far; null for none. */
export function keptInput(stdin: Io['stdin']): { readonly stdin: Io['stdin']; readonly text: () => string | null } {
  const parts: Uint8Array[] = [];
  let size = 0;
  const bytes = async function* () {
    for await (const part of stdin.bytes()) {
      size += part.length;
      if (size > BYTES_MAX) throw new UsageError('standard input is too large for a plan: give a file');
      parts.push(part);
      yield part;
    }
  };
  const text = () => (parts.length === 0 ? null : Buffer.concat(parts).toString());
  return { stdin: { ...stdin, bytes }, text };
}
