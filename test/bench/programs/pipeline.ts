// The import's pipeline without its ends: reads, maps, checks, finds duplicates, groups by 100, and writes the bodies. A process
// of its own, as an import is: code that was compiled for other uses of the same functions is slower. Its arguments: the file, its
// rows, how often. Prints the rows of a second of processor time, at best.

import { createReadStream } from 'node:fs';
import { readCsv } from '../../../src/cli/files/csv/read.ts';
import { itemProblems } from '../../../src/cli/import/mapping/item-problems.ts';
import { mapColumns } from '../../../src/cli/import/mapping/map-columns.ts';
import { BULK_BOUNDS, type ImportPlan } from '../../../src/cli/import/mapping/plan.ts';
import { targetFields } from '../../../src/cli/import/mapping/target-fields.ts';
import { Segmenter } from '../../../src/cli/import/rows/segments.ts';
import { segmentsOf } from '../../../src/cli/import/send/pipeline.ts';
import { COLUMNS } from '../rows.ts';

const CHUNK_BYTES = 256 * 1024;

function planFor(header: readonly string[]): ImportPlan {
  const { columns } = mapColumns(header, { map: [], custom: [] }, targetFields('CONTACT', null));
  if (columns.length !== COLUMNS.length) throw new Error(`${columns.length} of ${COLUMNS.length} columns are mapped`);
  const bounds = { limit: null, delimiter: null, encoding: null, ...BULK_BOUNDS };
  return { entity: 'CONTACT', columns, merge: true, list: null, ...bounds };
}

async function groupRows(path: string, expected: number): Promise<void> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // As an import reads it.
  const csv = await readCsv(file, { unguard: true });
  const plan = planFor(csv.header.cells);
  const reasons = itemProblems(plan);
  const segmenter = new Segmenter(plan, csv.header.cells, reasons);
  let characters = 0;
  for await (const { items } of segmentsOf(csv, segmenter)) characters += JSON.stringify({ contacts: items }).length;
  if (characters === 0 || segmenter.remarks.rows !== expected)
    throw new Error(`${segmenter.remarks.rows} rows were grouped`);
}

async function main(): Promise<void> {
  const [path = '', rows = '', rounds = ''] = process.argv.slice(2);
  let best = 0;
  for (let round = 0; round < Number(rounds); round += 1) {
    const before = process.cpuUsage();
    await groupRows(path, Number(rows));
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, Number(rows) / ((user + system) / 1e6));
  }
  process.stdout.write(`${JSON.stringify(best)}\n`);
}

void main();
