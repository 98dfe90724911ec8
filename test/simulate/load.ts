// Bundles the subject and loads it with the edges of a simulation in place of the system's: what it requires of Node for the disk,
// its timers, its clock and its connections.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { Simulation } from './simulation.ts';
import type * as subject from './subject.ts';

export type Subject = typeof subject;

/** What the code under simulation sees of the system; another one for each schedule. */
export interface Edges {
  readonly simulation: Simulation;
  readonly files: { readonly fs: object; readonly promises: object };
  readonly openHttp: () => Promise<object>;
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
    load: (id: string) =>
      id.endsWith('/src/client/transport/http.ts') ? 'export const openHttp = () => simulated.openHttp();' : null,
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
  await bundle(
    { subject: resolve('test/simulate/subject.ts') },
    folder,
    { codeSplitting: false, dynamicImportInCjs: false },
    [plugin],
  );
  if (left.size > 0) throw new Error(`not in the bundle: ${[...left].map(({ file }) => file).join(', ')}`);
  return join(folder, 'subject.js');
}

const uuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

interface Timer {
  stop(): void;
  unref(): Timer;
}

/** Timers on the time of the schedule; while the bundle is loaded, none goes off. */
function timersOver(now: () => Edges) {
  const start = (ms: number, label: string, work: () => void, isRepeated = false): Timer => {
    const { simulation } = now();
    const process = simulation.current;
    let cancel = () => {};
    const begin = () => {
      if (process === null) return;
      cancel = simulation.after(ms, process, label, () => {
        if (isRepeated) begin();
        work();
      });
    };
    begin();
    const timer: Timer = { stop: () => cancel(), unref: () => timer };
    return timer;
  };
  const stop = (timer: Timer | undefined) => timer?.stop();
  type Work = (...input: unknown[]) => void;
  return {
    setTimeout: (work: Work, ms = 0, ...input: unknown[]) => start(ms, 'timer', () => work(...input)),
    setImmediate: (work: Work, ...input: unknown[]) => start(0, 'turn', () => work(...input)),
    setInterval: (work: Work, ms = 0) => start(ms, 'interval', work, true),
    ...{ clearTimeout: stop, clearInterval: stop, clearImmediate: stop },
  };
}

/** Has the names of a module, and what the other one has at the time it is asked. */
const live = (names: object, current: () => object): object =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(names).map((name) => [name, { enumerable: true, get: () => Reflect.get(current(), name) }]),
    ),
  );

/** What stands where the code names something of the system. */
function shadowsOver(now: () => Edges, realRequire: NodeJS.Require): Readonly<Record<string, unknown>> {
  const random = (count: number) => Buffer.from(numbers(count, () => Math.floor(now().simulation.draw() * 256)));
  const randomUUID = () => uuid(random(16));
  const replaced: Readonly<Record<string, unknown>> = {
    fs: live(fs, () => now().files.fs),
    'fs/promises': live(fs.promises, () => now().files.promises),
    crypto: { ...realRequire('node:crypto'), randomBytes: random, randomUUID },
  };
  class SimulatedDate extends Date {
    constructor(...input: [] | [number]) {
      if (input.length === 0) super(now().simulation.clock);
      else super(...input);
    }
    static override now = () => now().simulation.clock;
  }
  return {
    require: Object.assign((id: string) => replaced[id.replace(/^node:/, '')] ?? realRequire(id), realRequire),
    simulated: { openHttp: () => now().openHttp() },
    ...timersOver(now),
    Date: SimulatedDate,
    performance: { now: () => now().simulation.now },
    crypto: { randomUUID, subtle: globalThis.crypto.subtle },
  };
}

const numbers = <T>(count: number, of: () => T): T[] => Array.from({ length: count }, of);

/** The code of a bundle, and the place for the edges it sees. */
export function loadSubject(file: string): { readonly subject: Subject; readonly enter: (edges: Edges) => void } {
  let edges: Edges = {
    simulation: new Simulation({ seed: 0 }),
    files: { fs, promises: fs.promises },
    openHttp: async () => ({}),
  };
  const module: { exports: Subject | object } = { exports: {} };
  const shadows = shadowsOver(() => edges, createRequire(file));
  const names = ['module', 'exports', '__filename', '__dirname', ...Object.keys(shadows)];
  const script = new Script(`(function (${names.join(', ')}) {${fs.readFileSync(file, 'utf8')}\n})`, {
    filename: file,
  });
  script.runInThisContext()(module, module.exports, file, dirname(file), ...Object.values(shadows));
  const isSubject = (value: object): value is Subject => 'main' in value;
  if (!isSubject(module.exports)) throw new Error(`${file} is not what is simulated`);
  return {
    subject: module.exports,
    enter: (next) => {
      edges = next;
    },
  };
}
