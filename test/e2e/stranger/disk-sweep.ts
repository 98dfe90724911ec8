// One row of the table with every place at which it touches a file failing in turn.

import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { nameOf, type Row } from '../../stranger/table/row.ts';
import { canFail, type Touched, withDiskFault } from './disk-fault.ts';
import type { Drive } from './drive.ts';
import { prepare } from './observe.ts';

export const DISK_CODES = ['ENOSPC', 'EROFS', 'EACCES', 'EISDIR', 'EEXIST', 'ENOTDIR'] as const;

/** Commands that work on this machine alone, or do not end, are tried elsewhere. */
export const isSwept = ({ command }: Row): boolean => !/^(local|serve|mcp)\b/.test(command);

const filesOf = (home: string) => readdirSync(home, { recursive: true, encoding: 'utf8' });

/** A lock whose state cannot be read is not removed: it is known to be left behind by the nonce in it. */
const isLock = (name: string) => name.endsWith('lock');

/** What a command that stopped midway goes on from. */
const isJournal = (name: string) => name.includes('state/tagging/');

/** The names that are left for good: what a library removes without waiting for it is given a second. */
async function leftIn(home: string, kept: readonly string[]): Promise<readonly string[]> {
  for (let turn = 0; ; turn += 1) {
    const left = filesOf(home).filter((name) => !kept.includes(name) && !isLock(name) && !isJournal(name));
    if (left.length === 0 || turn === 100) return left;
    await setTimeout(10);
  }
}

interface Sweep {
  readonly runs: number;
  /** What was wrong, one line each. */
  readonly problems: readonly string[];
}

/** `wanted`: which places with which codes; those that were tried before need not be again. */
export async function sweep(drive: Drive, row: Row, wanted: (at: Touched, code: string) => boolean): Promise<Sweep> {
  const problems: string[] = [];
  let runs = 0;
  const first = await prepare(drive, row, row.as ?? 'env');
  const { result: base, touched } = await withDiskFault(first.desk.home, null, first.run);
  const kept = filesOf(first.desk.home);
  for (const code of DISK_CODES) {
    const isFull = code === 'ENOSPC';
    for (const [at, one] of touched.entries()) {
      if (!canFail(code, one) || !wanted(one, code)) continue;
      runs += 1;
      const { desk, run } = await prepare(drive, row, row.as ?? 'env');
      const fault = { at, code, lasting: isFull || code === 'EROFS' };
      const { result } = await withDiskFault(desk.home, fault, run);
      const left = await leftIn(desk.home, kept);
      const wrong = [
        // What doctor finds is its answer.
        ...([base.code, isFull ? 7 : 2, ...(nameOf(row) === 'doctor' ? [1] : [])].includes(result.code)
          ? []
          : [`exit ${result.code}`]),
        ...(/^ +at .*:\d+/m.test(result.stderr) ? ['a stack trace'] : []),
        ...left.map((name) => `left ${name}`),
      ];
      if (wrong.length === 0) continue;
      problems.push(`${nameOf(row)}: ${code} in ${one.call} at ${one.place}: ${wrong.join(', ')}\n${result.stderr}`);
    }
  }
  return { runs, problems };
}
