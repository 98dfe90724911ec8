// What a dry run of an import says of each field, compared with what became of the workspace.

import type { JsonObject } from '../../../../src/contract/json.ts';
import { parseCsv } from '../../files/csv/pieces.ts';
import { type Difference, differences, keyOf, type Snapshot, textOf } from './snapshot.ts';

export interface PredictedImport {
  /** Of the records of the file. */
  readonly noun: string;
  /** The file of --changes. */
  readonly changes: string;
  /** The results of the import. */
  readonly results: string;
  /** The summary of the dry run. */
  readonly dry: JsonObject;
  readonly hasList: boolean;
}

type FieldCounts = Record<string, { changed: number; filled: number; cleared: number }>;

/** Without the apostrophe that keeps a spreadsheet from reading a number or a formula. */
const asText = (cell: string): string => cell.replace(/^'(?=[-+=@0-9])/, '');

/** Line by line, as a person would read the file of changes: the first value before and the last one after. */
function predictionsIn({ noun, changes, results }: PredictedImport, before: Snapshot) {
  const rows = results.trimEnd().split('\n');
  const byLine = new Map<number, JsonObject>(rows.map((line) => JSON.parse(line)).map((row) => [row.line, row]));
  const predicted = new Map<string, Difference>();
  const existing = new Set(before.keys());
  const counted: FieldCounts = {};
  const otherRecords: string[] = [];
  let created = '';
  for (const { cells } of parseCsv(changes, { delimiter: ',', newline: '\n' }).slice(1)) {
    const [line = '', id = '', name = '', from = '', to = ''] = cells.map(asText);
    const isOfCompany = noun === 'contact' && name.startsWith('company.');
    const owner = isOfCompany ? 'company' : noun;
    const record = `${owner} ${byLine.get(Number(line))?.[isOfCompany ? 'companyId' : 'id']}`;
    if (id !== '' && record !== `${owner} ${id}`) otherRecords.push(`${cells}: ${record}`);
    if (!existing.has(record)) {
      existing.add(record);
      created = `${line} ${record}`;
    }
    if (created !== `${line} ${record}`) {
      const of = counted[name] ?? { changed: 0, filled: 0, cleared: 0 };
      counted[name] = of;
      of[from === '' ? 'filled' : to === '' ? 'cleared' : 'changed'] += 1;
    }
    const field = isOfCompany ? name.slice('company.'.length) : name;
    const key = keyOf({ record, field });
    predicted.set(key, { record, field, from: predicted.get(key)?.from ?? from, to });
  }
  return { predicted: [...predicted.values()], counted, otherRecords };
}

const sorted = (counts: unknown) => JSON.stringify(Object.entries(Object(counts ?? {})).sort());

/** A company that is created has no id yet, and a contact that is created shows none. */
const newCompany = (isNew: boolean, one: Difference): Difference =>
  one.field === 'companyId' && isNew ? { ...one, to: '(new)' } : one;

/** What was otherwise, each with what it is about. */
export function falsePredictions(of: PredictedImport, before: Snapshot, imported: Snapshot): Record<string, string[]> {
  const { predicted, counted, otherRecords } = predictionsIn(of, before);
  const plain = (text: string | undefined) => (text === undefined ? '' : String(JSON.parse(text)));
  // Of a contact that is created, which company it comes to is not a change: neither what one line says of another's.
  const isCounted = ({ record, field }: Difference) => field !== 'companyId' || before.has(record);
  const wanted = predicted.filter((one) => one.from !== one.to && isCounted(one)).map(textOf);
  const all = differences(before, imported);
  const actual = all
    .filter(({ record, field }) => /^(contact|company) /.test(record) && field !== 'exists')
    .filter(isCounted)
    .map((one) => ({ ...one, from: plain(one.from), to: plain(one.to) }))
    .map((one) => textOf(newCompany(!before.has(`company ${one.to}`), one)));
  const added = all.filter(({ field, to }) => field.startsWith('member ') && to === 'true').length;
  const { fields, added: foreseen } = of.dry;
  return {
    'predicted of another record': otherRecords,
    'predicted, but it did not happen': wanted.filter((text) => !actual.includes(text)),
    'not predicted': actual.filter((text) => !wanted.includes(text)),
    'counts of fields': sorted(fields) === sorted(counted) ? [] : [`${sorted(fields)}, then ${sorted(counted)}`],
    members: of.hasList && foreseen !== added ? [`${foreseen} to be added, then ${added}`] : [],
  };
}
