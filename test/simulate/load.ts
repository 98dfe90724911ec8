// Bundles the subject and loads it with the edges of a simulation in place of the system's: what it requires of Node for the disk,
// its timers, its clock and its connections.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type { Disk } from './disk.ts';
import type { Simulation } from './simulation.ts';
import type * as subject from './subject.ts';

export type Subject = typeof subject;

/** What the code under simulation sees of the system; another one for each schedule. */
export interface Edges {
  readonly simulation: Simulation;
  readonly disk: Disk;
  readonly openHttp: (options: { readonly baseUrl: { readonly origin: string } }) => Promise<object>;
}

/** Text of a source file to replace: a fault put in on purpose, or a bound made small enough to be met. */
export interface SourceEdit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const SMALL: readonly SourceEdit[] = [
  // Several requests for few rows.
  { file: 'src/contract/limits.ts', from: 'bulkItems: 100', to: 'bulkItems: 4' },
  // Contents of files in several pieces.
  { file: 'src/cli/files/appended-lines.ts', from: 'const CHUNK_BYTES = 1024 * 1024', to: 'const CHUNK_BYTES = 512' },
  { file: 'src/cli/files/rows/source-file.ts', from: 'const READ_BYTES = 256 * 1024', to: 'const READ_BYTES = 256' },
  // Other processes queue no jobs: nobody has to look for them.
  { file: 'src/service/jobs/keep-working.ts', from: 'const POLL_MS = 500', to: 'const POLL_MS = 3_600_000' },
];

/** Gives the file of the bundle. */
export async function bundleSubject(folder: string, edits: readonly SourceEdit[] = []): Promise<string> {
  const { bundle } = await import(pathToFileURL(resolve('.build', 'bundle.mjs')).href);
  const left = new Set([...SMALL, ...edits]);
  const plugin = {
    name: 'simulated-edges',
    load: (id: string) => (id.endsWith('/src/client/transport/http.ts') ? 'export const openHttp = (options) => simulated.openHttp(options);' : null),
    transform: (code: string, id: string) => {
      let text = code;
      for (const edit of [...left].filter(({ file }) => id.endsWith(`/${file}`))) {
        if (text.split(edit.from).length !== 2) throw new Error(`${edit.file} does not have "${edit.from}" once`);
        text = text.replace(edit.from, () => edit.to);
        left.delete(edit);
      }
      return text === code ? null : { code: text };
    },
  };
  await bundle({ subject: resolve('test/simulate/subject.ts') }, folder, { codeSplitting: false, dynamicImportInCjs: false }, [plugin]);
  if (left.size > 0) throw new Error(`not in the bundle: ${[...left].map(({ file }) => file).join(', ')}`);
  return join(folder, 'subject.js');
}

/** The code of a bundle, and the place for the edges it sees. */
export function loadSubject(file: string): { readonly subject: Subject; readonly enter: (edges: Edges) => void } {
  let edges: Edges | undefined;
  const now = (): Edges => {
    if (edges === undefined) throw new Error('no simulation runs');
    return edges;
  };
  const realRequire = createRequire(file);
  const seen = (name: 'fs' | 'promises') => live(realRequire(name === 'fs' ? 'node:fs' : 'node:fs/promises'), () => now().disk.module[name]);
  const crypto = realRequire('node:crypto');
  const random = (count: number) => Buffer.from(Array.from({ length: count }, () => Math.floor(now().simulation.draw() * 256)));
  const replaced: Readonly<Record<string, unknown>> = {
    fs: seen('fs'),
    'fs/promises': seen('promises'),
    crypto: { ...crypto, randomBytes: random, randomUUID: () => uuid(random(16)) },
  };
  const after = (ms: number, label: string, work: (...input: unknown[]) => void, input: unknown[]) => {
    const { simulation } = now();
    const process = simulation.current;
    // While the bundle is loaded.
    if (process === null) return realTimer();
    let cancel = simulation.after(ms, process, label, () => work(...input));
    const timer = { unref: () => timer, ref: () => timer, hasRef: () => false, refresh: () => timer, [Symbol.toPrimitive]: () => 0, stop: () => cancel(), again: (next: () => void) => { cancel = simulation.after(ms, process, label, next); } };
    return timer;
  };
  const stop = (timer: { stop?: () => void } | undefined) => timer?.stop?.();
  const shadows: Readonly<Record<string, unknown>> = {
    require: Object.assign((id: string) => replaced[id.replace(/^node:/, '')] ?? realRequire(id), realRequire),
    simulated: { openHttp: (options: { readonly baseUrl: { readonly origin: string } }) => now().openHttp(options) },
    setTimeout: (work: () => void, ms = 0, ...input: unknown[]) => after(ms, 'timer', work, input),
    setImmediate: (work: () => void, ...input: unknown[]) => after(0, 'turn', work, input),
    setInterval: (work: () => void, ms = 0) => {
      const repeat = () => {
        timer.again(repeat);
        work();
      };
      const timer: any = after(ms, 'interval', repeat, []);
      return timer;
    },
    ...{ clearTimeout: stop, clearInterval: stop, clearImmediate: stop },
    Date: class extends Date {
      constructor(...input: []) {
        if (input.length === 0) super(now().simulation.now);
        else super(...input);
      }
      static override now = () => now().simulation.now;
    },
    performance: { now: () => now().simulation.now, timeOrigin: 0 },
    crypto: { ...globalThis.crypto, randomUUID: () => uuid(random(16)), subtle: globalThis.crypto.subtle },
  };
  const module = { exports: {} };
  const names = ['module', 'exports', '__filename', '__dirname', ...Object.keys(shadows)];
  const script = new Script(`(function (${names.join(', ')}) {${readFileSync(file, 'utf8')}\n})`, { filename: file });
  edges = undefined;
  const isLoading = { simulation: { current: null, now: Date.UTC(2026, 10, 21, 9), draw: () => 0.5 }, disk: { module: { fs: realRequire('node:fs'), promises: realRequire('node:fs/promises') } } };
  edges = isLoading as unknown as Edges;
  script.runInThisContext()(module, module.exports, file, dirname(file), ...Object.values(shadows));
  return {
    subject: module.exports as Subject,
    enter: (next) => {
      edges = next;
    },
  };
}

/** Has the names of a module, and what the other one has at the time it is asked. */
const live = (names: object, current: () => object): object =>
  Object.defineProperties({}, Object.fromEntries(Object.keys(names).map((name) => [name, { enumerable: true, get: () => Reflect.get(current(), name) }])));

const realTimer = () => ({ unref: realTimer, stop: () => {} });

const uuid = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
