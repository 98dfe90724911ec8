// Makes one call to the file system fail, anywhere in this process, below one folder: the seam is Node's own `fs`.

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

type Call = (...given: never[]) => unknown;

/** What creates or fills a file, and what only looks. Removing is left alone: tidying up must be possible. */
const WRITING = [
  'writeFile',
  'appendFile',
  'mkdir',
  'rename',
  'link',
  'write',
  'mkdtemp',
  'copyFile',
  'utimes',
  'sync',
];
const READING = ['readFile', 'readdir', 'stat', 'read', 'readlink', 'access'];
const NAMES = ['open', ...WRITING, ...READING];

const isWriting = (name: string, given: readonly unknown[]): boolean =>
  name === 'open' ? typeof given[1] === 'string' && /[wa+]/.test(given[1]) : WRITING.includes(name);

/** Whether the system can fail this call so: a file that is open stays where it is. */
export function canFail(code: string, { call, isWriting }: Touched): boolean {
  return ['ENOSPC', 'EROFS'].includes(code) ? isWriting : !['write', 'read', 'sync', 'utimes'].includes(call);
}

/** Who called: below the message, this seam's two functions, and what Node itself calls. Streams are opened by Node. */
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

/** What the patched calls have in common. */
interface Seam {
  /** The error of this call; null = it goes through. */
  strike(name: string, target: unknown, given: readonly unknown[]): Error | null;
  patch(on: object, name: string, make: (original: Call) => Call): void;
  /** Descriptors and handles of our files. */
  readonly ours: Set<unknown>;
  isOurs(target: unknown): boolean;
}

function patchHandle({ strike, patch }: Seam, handle: FileHandle): void {
  for (const name of ['write', 'appendFile', 'writeFile', 'read', 'readFile', 'sync', 'stat'])
    patch(handle, name, (original) => async (...given: never[]) => {
      const error = strike(name, handle, given);
      if (error !== null) throw error;
      return original.apply(handle, given);
    });
}

function patchSync({ strike, patch, ours, isOurs }: Seam): void {
  for (const name of NAMES) {
    const called = name === 'sync' ? 'fsync' : name === 'utimes' ? 'futimes' : name;
    patch(fs, `${called}Sync`, (original) => (...given: never[]) => {
      const error = strike(name, given[0], given);
      if (error !== null) throw error;
      const result = original(...given);
      if (name === 'open' && isOurs(given[0])) ours.add(result);
      return result;
    });
  }
  patch(fs, 'closeSync', (original) => (...given: never[]) => {
    ours.delete(given[0]);
    return original(...given);
  });
}

function patchPromises(seam: Seam): void {
  for (const name of NAMES)
    seam.patch(promises, name, (original) => async (...given: never[]) => {
      const error = seam.strike(name, given[0], given);
      if (error !== null) throw error;
      const result = await original(...given);
      if (name === 'open' && seam.isOurs(given[0])) {
        seam.ours.add(result);
        patchHandle(seam, result as FileHandle);
      }
      return result;
    });
}

/** Streams call these by their object. */
function patchCallbacks({ strike, patch }: Seam): void {
  for (const name of ['open', 'write', 'read'])
    patch(fs, name, (original) => (...given: never[]) => {
      const done = given.at(-1) as unknown;
      const error = typeof done === 'function' ? strike(name, given[0], given) : null;
      if (error === null || typeof done !== 'function') return original(...given);
      setImmediate(() => done(error));
    });
}

/** Runs the work with the fault in place. Gives every call that the code can hit, in order. */
export async function withDiskFault<T>(
  folder: string,
  fault: DiskFault | null,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly touched: readonly Touched[] }> {
  const touched: Touched[] = [];
  const ours = new Set<unknown>();
  const undo: (() => void)[] = [];
  const isOurs: Seam['isOurs'] = (target) =>
    typeof target === 'string' ? target === folder || target.startsWith(folder + sep) : ours.has(target);
  const strike: Seam['strike'] = (name, target, given) => {
    if (!isOurs(target)) return null;
    const place = placeOf(new Error().stack ?? '');
    if (place === '') return null;
    const one: Touched = { call: name, place, isWriting: isWriting(name, given) };
    const index = touched.push(one) - 1;
    if (fault === null || index < fault.at || (index > fault.at && !fault.lasting)) return null;
    return canFail(fault.code, one) ? errorOf(fault.code, name, target) : null;
  };
  const patch: Seam['patch'] = (on, name, make) => {
    const original: unknown = Reflect.get(on, name);
    if (typeof original !== 'function') return;
    Reflect.set(on, name, make(original as Call));
    undo.push(() => Reflect.set(on, name, original));
  };
  const seam: Seam = { strike, patch, ours, isOurs };
  patchSync(seam);
  patchPromises(seam);
  patchCallbacks(seam);
  syncBuiltinESMExports();
  try {
    return { result: await work(), touched };
  } finally {
    for (const one of undo.reverse()) one();
    syncBuiltinESMExports();
  }
}
