// Files and standard input, whole. A dash is standard input wherever a file goes.

import { UsageError } from '../terminal/exit.ts';
import type { Io } from '../terminal/io.ts';
import { boundedText, MOST_BYTES } from './bounded-read.ts';
import { namedPath } from './is-file.ts';
import { utf8Text } from './utf8-text.ts';
import type { KindOf } from './yaml/value.ts';

const FINISHED = new WeakSet<Io['stdin']['raw']>();

/** All of standard input as UTF-8; says on a terminal that it waits. Throws UsageError for a second time: nothing is left. */
export async function readStdin(io: Io): Promise<string> {
  if (FINISHED.has(io.stdin.raw)) throw new UsageError('standard input (-) is named twice');
  FINISHED.add(io.stdin.raw);
  if (io.stdin.isTTY) await io.stderr.write('reading standard input; end it with Ctrl-D\n');
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of io.stdin.bytes()) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new UsageError('standard input is larger than 64 MB');
    parts.push(part);
  }
  return utf8Text(Buffer.concat(parts), 'standard input');
}

/** The text of a file, or of standard input for `-`. What cannot be read is exit 2. */
export async function readText(io: Io, file: string): Promise<string> {
  return file === '-' ? await readStdin(io) : boundedText(namedPath(io, file), file);
}

/** JSON is read a hundred times as fast as YAML, so it may be larger. */
async function largeJson(text: string, file: string, most: number): Promise<unknown> {
  const { JsonTextError, parseJsonText } = await import('./json-text.ts');
  try {
    return parseJsonText(text);
  } catch (error) {
    const place = error instanceof JsonTextError ? ` (line ${error.line}:${error.column}: ${error.message})` : '';
    throw new UsageError(`${file} is more than ${most / 1024 / 1024} MB, and not JSON${place}`, {
      hint: 'YAML may not be larger',
    });
  }
}

/** The value of a JSON or YAML file or of standard input. The error for one that cannot be read has its line and column. */
export async function readValue(io: Io, file: string, kindOf?: KindOf): Promise<unknown> {
  const text = await readText(io, file);
  const { readYaml, YAML_LIMITS } = await import('./yaml/read.ts');
  if (text.length > YAML_LIMITS.characters) return await largeJson(text, file, YAML_LIMITS.characters);
  const { value, problems } = await readYaml(text, kindOf);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new UsageError(`${file}:${problem.line}:${problem.column}: ${problem.message}`);
  }
  try {
    // A long text under many aliases becomes longer than any text can be.
    JSON.stringify(value);
    return value;
  } catch {
    throw new UsageError(`${file}: its aliases make too large a value`);
  }
}

export async function readObject(io: Io, file: string, kindOf?: KindOf): Promise<Record<string, unknown>> {
  const value = await readValue(io, file, kindOf);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${file === '-' ? 'standard input' : file} is not an object`, {
      hint: 'use a JSON or YAML object, such as name: value',
    });
  }
  return Object.fromEntries(Object.entries(value));
}
