// What an import of this file will do that cannot be seen from its header: said before anything is sent.

import { own } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import { isSameValue } from '../../../rules/records/merge.ts';
import type { CsvRow } from '../../files/csv/parser.ts';
import type { Item } from '../../shared/records/item.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import { UsageError } from '../../terminal/exit.ts';
import { ItemReader } from '../mapping/item.ts';
import { hasIds, type ImportPlan, updatableColumns } from '../mapping/plan.ts';
import { matchKeysOf } from '../rows/match-keys.ts';
import { noRecord } from '../rows/no-record.ts';
import type { FileRemarks, ItemProblems } from '../rows/segments.ts';
import type { ImportService, SearchedRecord } from '../service.ts';

type ForeseenRemarks = Pick<FileRemarks, 'updates' | 'keyless'> & {
  /** The first rows that update a record, by its id. */
  readonly samples: ReadonlyMap<number, Item>;
};

/** One search shows them all. */
const SAMPLES = 20;

/** Reads the rows once more, with the mapping. Rows that are refused here do not count: they are not sent. */
export async function foresee(
  batches: AsyncIterable<readonly CsvRow[]>,
  plan: ImportPlan,
  problems: ItemProblems,
  header: readonly string[],
): Promise<ForeseenRemarks> {
  const reader = new ItemReader(plan.columns, { listId: null, merge: true }, updatableColumns(plan));
  const keysOf = matchKeysOf(plan.entity);
  const samples = new Map<number, Item>();
  let [rows, updates, keyless] = [0, 0, 0];
  for await (const batch of batches) {
    for (const { cells } of batch) {
      if (plan.limit !== null && rows >= plan.limit) return { updates, keyless, samples };
      const item = reader.read(cells);
      rows += item === null && cells.every((cell) => cell.trim() === '') ? 0 : 1;
      if (item === null || reader.wrongId !== '' || noRecord(cells, header) !== null) continue;
      if (!reader.isSure && problems(item).length > 0) continue;
      if (reader.recordId !== null) {
        updates += 1;
        if (samples.size < SAMPLES) samples.set(reader.recordId, item);
      } else if (keysOf(item).length === 0) keyless += 1;
    }
  }
  return { updates, keyless, samples };
}

/** Whether the rows have to be read for it: an import that never merges finds nothing again, and its user knows. */
export const isWorthForeseeing = (plan: ImportPlan): boolean => plan.merge || hasIds(plan);

/** In words, for whoever decides. */
export function foreseenLines(
  { noun, plural }: Pick<RecordType, 'noun' | 'plural'>,
  plan: ImportPlan,
  { updates, keyless }: Pick<FileRemarks, 'updates' | 'keyless'>,
): string[] {
  const lines: string[] = [];
  if (updates > 0) {
    const [have, them] = updates === 1 ? ['row has', `this ${noun} is`] : ['rows have', `these ${plural} are`];
    lines.push(
      `${updates} ${have} an id: ${them} updated, empty cells change nothing (--no-update: as rows without id)`,
    );
    const kept = plan.columns.filter((column) => !updatableColumns(plan).includes(column)).map(({ header }) => header);
    if (kept.length > 0) lines.push(`not changed by rows with an id, since it is the company's: ${kept.join(', ')}`);
  }
  if (keyless > 0 && plan.merge) {
    const [have, them] = keyless === 1 ? ['row has', 'it'] : ['rows have', 'them'];
    lines.push(`${keyless} ${have} no match key: importing this file again would create ${them} again`);
  }
  return lines;
}

/** What tells one record from another. */
const TELLING: Readonly<Record<RecordType['kind'], readonly string[]>> = {
  CONTACT: ['firstName', 'lastName', 'professionalEmail', 'networkProfileUrl'],
  COMPANY: ['name', 'domain', 'website', 'companyNetworkUrl'],
};

/** Whether a row and the record of its id have nothing in common. One value may have been edited: one tells nothing. */
function isOther(kind: RecordType['kind'], item: Item, record: SearchedRecord): boolean {
  const values = TELLING[kind].flatMap((field) => {
    const [sent, shown] = [own(item, field), own(record, field)];
    return typeof sent === 'string' && typeof shown === 'string' && shown !== '' ? [{ field, sent, shown }] : [];
  });
  return values.length > 1 && values.every(({ field, sent, shown }) => !isSameValue(field, shown, sent));
}

/** Ids of another system or workspace would overwrite strangers: exit 2 where most of the records look like others. */
export async function checkIds(
  service: ImportService,
  { kind, noun, plural }: Pick<RecordType, 'kind' | 'noun' | 'plural'>,
  samples: ForeseenRemarks['samples'],
  signal: AbortSignal,
): Promise<void> {
  if (samples.size === 0) return;
  let [found, others] = [0, 0];
  for await (const record of service.search({ id: [...samples.keys()] }, [], signal)) {
    const item = samples.get(Number(record['id']));
    if (item === undefined) continue;
    found += 1;
    if (isOther(kind, item, record)) others += 1;
  }
  if (others * 2 <= found) return;
  const seen = `${others} of the first ${counted(found, noun)} with these ids ${others === 1 ? 'is' : 'are'}`;
  throw new UsageError(`the ids of this file are not those of its ${plural}: ${seen} someone else`, {
    hint: '--no-update creates or merges the rows as if they had no id; --update changes these records all the same',
  });
}
