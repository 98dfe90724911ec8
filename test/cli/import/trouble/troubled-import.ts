// An import that something happens to: rows with a page, in bulks of two.

import { afterEach, beforeEach } from 'vitest';
import { openRig, type Rig, type RunOptions } from '../rig.ts';
import type { Trouble } from './network.ts';

export let rig: Rig;

/** Called by each file of tests: files may share this module. */
export function openTroubledImport(): void {
  beforeEach(async () => {
    rig = await openRig();
  });
  afterEach(() => rig.close());
}

/** Starts over with a service that enforces its rate limits. */
export async function enforceRateLimits(): Promise<void> {
  await rig.close();
  rig = await openRig({ rateLimits: 'on' });
}

export const plain = (text: string) =>
  text
    .replaceAll(rig.home, 'HOME')
    .replace(/20261121-[0-9a-z]{5}/g, 'ID')
    .replace(/req_\w+/g, 'REQUEST');

/** Rows with a page, in bulks of two. */
const rows = (count: number) => Array.from({ length: count }, (_, at) => `Ada,L${at},n.example/in/ada-${at}`);

export const file = (count: number) => ['First name,Last name,Profile URL', ...rows(count), ''].join('\n');

const SMALL = { bounds: { bulkItems: 2 } };

/** Troubles one after the other, then none. */
export function troubles(...list: readonly Trouble[]): () => Trouble {
  let at = 0;
  return () => list[at++] ?? 'none';
}

export async function run(name: string | undefined, options: RunOptions = {}) {
  const ran = await rig.run(name, { ...SMALL, ...options });
  return { ...ran, stderr: plain(ran.stderr) };
}

export const count = async () => (await rig.records('contacts')).length;

export const statuses = (name: string) =>
  rig
    .read(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1]);
