// A job of GitHub Actions carries out what looks like a command in its log: `::add-mask::…` at the start of a line, `##[error]…`
// anywhere in one. Text that others wrote must not be one. A space before it would be trimmed, so it gets a letter that takes no
// room; data in a file is not looked at by the job and stays as it is, and JSON has escapes of its own.

import type { Io, Out } from './io.ts';
import { withStreams, withWrite } from './streams.ts';

const MARK = '\u200b';

export const isInJob = ({ env }: Pick<Io, 'env'>): boolean => env['GITHUB_ACTIONS'] === 'true';

/** Where commands of our own go. */
export const unguarded = (out: Out): Out => out.unguarded ?? out;

/** A line without its line end; `isWhole`: it begins in this text. */
function guardedLine(line: string, isWhole: boolean): string {
  const text = line.replaceAll('##[', `##${MARK}[`);
  const start = text.trimStart();
  if (!isWhole || !start.startsWith('::') || !start.includes('::', 2)) return text;
  return `${text.slice(0, text.length - start.length)}${MARK}${start}`;
}

/** Text for the log; `isAtStart`: a line begins with it. */
export function guardedText(text: string, isAtStart = true): string {
  if (!text.includes('::') && !text.includes('##[')) return text;
  return text.replace(/[^\r\n\u0085\u2028\u2029]+/g, (line, at: number) => guardedLine(line, at > 0 || isAtStart));
}

function guarded(out: Out): Out {
  if (out.unguarded !== undefined) return out;
  let isAtStart = true;
  const write = (text: string): Promise<void> => {
    const safe = out.isFile === true ? text : guardedText(text, isAtStart);
    if (text !== '') isAtStart = /[\r\n]$/.test(text);
    return out.write(safe);
  };
  return withWrite(out, write, out);
}

/** The same process; in a job, its streams carry no commands but ours. */
export function inJob(io: Io): Io {
  if (!isInJob(io)) return io;
  return withStreams(io, guarded(io.stdout), guarded(io.stderr));
}
