// The tool on a fresh workspace for each test, and imports by it.

import { reachForEachTest } from '../../opened.ts';
import type { Reach, RunOptions } from '../world.ts';

export let reach: Reach;

/** Called by each file of tests: files may share this module. */
export function openImport(): void {
  reach = reachForEachTest();
}

/** Ids are drawn, and folders are temporary. */
const plain = (text: string) => text.replaceAll(reach.home, 'HOME').replace(/20261121-[0-9a-z]{5}/g, 'ID');

export async function run(line: string, options?: RunOptions) {
  const ran = await reach.clock.run(reach.run(line, options));
  return { ...ran, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
}

/** The counts of a summary, those that are not 0. */
export function counts(stdout: string): string {
  const summary: Record<string, unknown> = JSON.parse(stdout);
  const names = ['rows', 'created', 'merged', 'unchanged', 'failed', 'rejected', 'skipped'];
  return names.flatMap((name) => (summary[name] === 0 ? [] : [`${name} ${summary[name]}`])).join(', ');
}

export const THREE =
  'First name,Last name,Email\nAda,Lovelace,ada@x.example\nBob,Miller,bob@x.example,more\nCy,Noon,cy@x.example\n';
