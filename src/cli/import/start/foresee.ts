// What an import of this file will do that cannot be seen from its header: said before anything is sent.

import type { RowSource } from '../../files/rows/source.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { ItemReader } from '../mapping/item.ts';
import { type ImportPlan, updatableColumns } from '../mapping/plan.ts';
import { CellCounts } from '../rows/cell-counts.ts';
import { CompanyNames } from '../rows/company-names.ts';
import { MatchKeys } from '../rows/match-keys.ts';
import { noRecord } from '../rows/no-record.ts';
import type { FileRemarks, ItemProblems } from '../rows/segments.ts';

export type ForeseenRemarks = Pick<FileRemarks, 'updates' | 'keyless' | 'cells' | 'companies'> & {
  /** The first rows that update a record, by its id. */
  readonly samples: ReadonlyMap<number, readonly string[]>;
  /** Cells of the id column that hold none, and the first of them. */
  readonly wrongIds: number;
  readonly firstWrongId: string;
};

/** One search shows them all. */
const SAMPLES = 20;

/** Reads the rows once more, with the mapping. Rows that are refused here do not count: they are not sent. */
export async function foresee(
  { header, batches }: Pick<RowSource, 'header' | 'batches'>,
  plan: ImportPlan,
  problems: ItemProblems,
): Promise<ForeseenRemarks> {
  const reader = new ItemReader(
    plan.columns,
    { listId: null, merge: true, empty: plan.empty, isChange: plan.change !== undefined },
    updatableColumns(plan),
  );
  const keys = new MatchKeys(plan, reader);
  const samples = new Map<number, readonly string[]>();
  let [wrongIds, firstWrongId] = [0, ''];
  const companies = new CompanyNames();
  const all = () => ({ updates, keyless, samples, cells: found, companies, wrongIds, firstWrongId });
  const width = header.cells.length;
  const found = new CellCounts();
  let [rows, updates, keyless] = [0, 0, 0];
  for await (const batch of batches) {
    for (const { cells } of batch) {
      if (plan.limit !== null && rows >= plan.limit) return all();
      const hasItem = reader.read(cells) || (plan.change?.act === 'delete' && reader.recordId !== null);
      rows += !hasItem && cells.every((cell) => cell.trim() === '') ? 0 : 1;
      if (noRecord(cells, header.cells, rows === 1) !== null) continue;
      if (reader.recordId === null && plan.change === undefined) keys.read();
      if (reader.leftOut.length > 0 || reader.words.length > 0) found.add(reader.leftOut, reader.words);
      if (reader.wrongId !== '') {
        wrongIds += 1;
        firstWrongId ||= reader.wrongId;
      }
      if (!hasItem || reader.wrongId !== '' || cells.slice(width).some((cell) => cell.trim() !== '')) continue;
      if (!reader.isSure && problems(reader.item()).length > 0) continue;
      if (plan.merge && plan.entity === 'CONTACT' && plan.change === undefined && companies.isOpen)
        companies.add(reader.item());
      if (reader.recordId !== null) {
        updates += 1;
        if (samples.size < SAMPLES) samples.set(reader.recordId, cells);
      } else if (keys.count === 0) keyless += 1;
    }
  }
  return all();
}

/** In words, for whoever decides. */
export function foreseenLines(
  { noun, plural }: Pick<Entity, 'noun' | 'plural'>,
  plan: ImportPlan,
  { updates, keyless, companies }: Pick<FileRemarks, 'updates' | 'keyless' | 'companies'>,
): string[] {
  const lines: string[] = [];
  if (updates > 0 && plan.change === undefined) {
    const [have, them] = updates === 1 ? ['row has', `this ${noun} is`] : ['rows have', `these ${plural} are`];
    lines.push(
      `${updates} ${have} an id: ${them} updated, empty cells change nothing (--no-update: as rows without id)`,
    );
    const kept = plan.columns.filter((column) => !updatableColumns(plan).includes(column)).map(({ header }) => header);
    if (kept.length > 0) lines.push(`not changed by rows with an id, since it is the company's: ${kept.join(', ')}`);
  }
  if (keyless > 0 && plan.merge && plan.change === undefined) {
    const [have, them] = keyless === 1 ? ['row has', 'it'] : ['rows have', 'them'];
    lines.push(`${keyless} ${have} no match key: importing this file again would create ${them} again`);
  }
  return [...lines, ...companies.lines()];
}
