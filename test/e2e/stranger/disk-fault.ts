// Makes one call to the file system fail, anywhere in this process, below one folder: the seam is Node's own `fs`. It is patched
// once, as this module is loaded, and before the code under test is: libraries keep the functions of `fs` that they find.

import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

/** Which call fails, counted from 0 among all that could; `lasting`: so do all that follow. */
export interface DiskFault {
  readonly at: number;
  readonly code: string;
  readonly lasting: boolean;
}

/** One call that could fail: the function and the place in src it was called from. */
export interface Touched {
  readonly call: string;
  readonly place: string;
  /** Whether it needs room on the disk. */
  readonly isWriting: boolean;
}

type Call = (...input: never[]) => unknown;

/** What creates or fills a file, and what only looks. Removing is left alone: tidying up must be possible. */
const WRITING = 'writeFile appendFile mkdir rename link write mkdtemp copyFile utimes sync'.split(' ');
const READING = ['readFile', 'readdir', 'stat', 'read', 'readlink', 'access'];
const NAMES = ['open', ...WRITING, ...READING];

const isWriting = (name: string, input: readonly unknown[]): boolean =>
  name === 'open' ? typeof input[1] === 'string' && /[wa+]/.test(input[1]) : WRITING.includes(name);

/** Whether the system can fail this call so: a file that is open stays where it is. */
export function canFail(code: string, { call, isWriting }: Touched): boolean {
  return ['ENOSPC', 'EROFS'].includes(code) ? isWriting : !['write', 'read', 'sync', 'utimes'].includes(call);
}

/** Who called: below the message, the two functions of this module, and what Node itself calls. Streams are opened by Node. */
function placeOf(stack: string): string {
  const caller = stack
    .split('\n')
    .slice(3)
    .find((line) => !/\(node:|at node:/.test(line));
  const place = /([\w.-]+\/[\w.-]+:\d+):\d+\)?$/.exec(caller ?? '')?.[1];
  return place ?? (stack.includes('fs/streams') ? 'a stream' : '');
}

const errorOf = (code: string, syscall: string, path: unknown): Error =>
  Object.assign(new Error(`${code}: injected, ${syscall}`), {
    code,
    errno: -1,
    syscall,
    ...(typeof path === 'string' && { path }),
  });

/** The one run in progress: what it touches, and which call of it fails. */
interface Run {
  readonly folder: string;
  readonly fault: DiskFault | null;
  readonly touched: Touched[];
  /** Descriptors and handles of the folder's files. */
  readonly open: Set<unknown>;
}

let current: Run | null = null;

const isBelow = (folder: string, target: unknown): boolean =>
  typeof target === 'string' && (target === folder || target.startsWith(folder + sep));

/** The error of this call; null = it goes through. */
function strike(name: string, target: unknown, input: readonly unknown[]): Error | null {
  if (current === null) return null;
  const { folder, fault, touched, open } = current;
  if (!isBelow(folder, target) && !open.has(target)) return null;
  const place = placeOf(new Error().stack ?? '');
  if (place === '') return null;
  const one: Touched = { call: name, place, isWriting: isWriting(name, input) };
  const index = touched.push(one) - 1;
  if (fault === null || index < fault.at || (index > fault.at && !fault.lasting)) return null;
  return canFail(fault.code, one) ? errorOf(fault.code, name, target) : null;
}

function patch(on: object, name: string, make: (original: Call) => Call): void {
  const original: unknown = Reflect.get(on, name);
  if (typeof original === 'function') Reflect.set(on, name, make(original as Call));
}

function patchHandle(handle: FileHandle): void {
  for (const name of ['write', 'appendFile', 'writeFile', 'read', 'readFile', 'sync', 'stat'])
    patch(handle, name, (original) => async (...input: never[]) => {
      const error = strike(name, handle, input);
      if (error !== null) throw error;
      return original.apply(handle, input);
    });
}

function patchSync(): void {
  for (const name of NAMES) {
    const called = name === 'sync' ? 'fsync' : name === 'utimes' ? 'futimes' : name;
    patch(fs, `${called}Sync`, (original) => (...input: never[]) => {
      const error = strike(name, input[0], input);
      if (error !== null) throw error;
      const result = original(...input);
      if (name === 'open' && current !== null && isBelow(current.folder, input[0])) current.open.add(result);
      return result;
    });
  }
  patch(fs, 'closeSync', (original) => (...input: never[]) => {
    current?.open.delete(input[0]);
    return original(...input);
  });
}

function patchPromises(): void {
  for (const name of NAMES)
    patch(promises, name, (original) => async (...input: never[]) => {
      const error = strike(name, input[0], input);
      if (error !== null) throw error;
      const result = await original(...input);
      if (name === 'open' && current !== null && isBelow(current.folder, input[0])) {
        current.open.add(result);
        patchHandle(result as FileHandle);
      }
      return result;
    });
}

/** Streams call these by their object. */
function patchCallbacks(): void {
  for (const name of ['open', 'write', 'read'])
    patch(fs, name, (original) => (...input: never[]) => {
      const done = input.at(-1) as unknown;
      const error = typeof done === 'function' ? strike(name, input[0], input) : null;
      if (error === null || typeof done !== 'function') return original(...input);
      setImmediate(() => done(error));
    });
}

patchSync();
patchPromises();
patchCallbacks();
syncBuiltinESMExports();

/** Runs the work with the fault in place. Gives every call that the code can hit, in order. One run at a time. */
export async function withDiskFault<T>(
  folder: string,
  fault: DiskFault | null,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly touched: readonly Touched[] }> {
  const run: Run = { folder, fault, touched: [], open: new Set() };
  current = run;
  try {
    return { result: await work(), touched: run.touched };
  } finally {
    current = null;
  }
}
