// Whether what a row did in a mode is what the table says of it.

import type { Mode } from '../../stranger/switches.ts';
import { outcomeOf, type Row } from '../../stranger/table/row.ts';
import { type Drive, HANGS } from './drive.ts';
import { type Observed, observe } from './observe.ts';

/** What no command may do, whatever the table says. */
function neverRight({ seen, isChanged }: Observed, isReading: boolean): string | null {
  if (seen.code === HANGS) return `hangs\n${seen.stderr}`;
  if (seen.code === 70) return `exit 70\n${seen.stderr}`;
  if (isReading && isChanged) return 'a command that reads has changed the workspace';
  return null;
}

function unlikeTable(observed: Observed, row: Row, mode: Mode): string | null {
  const { seen, isChanged, fault } = observed;
  const wanted = outcomeOf(row, mode);
  if (wanted.is === 'degraded' && fault === null && !seen.stderr.includes(wanted.note))
    return `says no ${wanted.note}\n${seen.stderr}`;
  if (wanted.is !== 'not possible') return fault;
  if (seen.code !== wanted.code) return `exit ${seen.code}, not ${wanted.code}\n${seen.stderr}`;
  if (!seen.stderr.includes(wanted.message)) return `says no "${wanted.message}"\n${seen.stderr}`;
  return isChanged ? 'refused, and changed the workspace' : null;
}

/** What is wrong; null where it is as the table says. */
export async function judge(drive: Drive, row: Row, mode: Mode, isReading: boolean): Promise<string | null> {
  const observed = await observe(drive, row, mode, row.as ?? 'env');
  return neverRight(observed, isReading) ?? unlikeTable(observed, row, mode);
}
