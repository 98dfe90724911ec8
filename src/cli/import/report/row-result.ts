// The result of one row: as the results file has it, and as the journal stores it.

import type { EntityName } from '../../../contract/entities.ts';
import { isNumericId } from '../../../contract/ids.ts';
import { isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import { KEPT_DIGITS } from '../../../rules/records/spreadsheet-damage.ts';
import type { MappedColumn } from '../mapping/cell.ts';
import { type LeftOutCell, leftOutCell } from '../mapping/item.ts';
import type { RowEntry } from '../rows/segments.ts';

/**
 * `updated`, `deleted`: the row names the record. `failed`: refused by the service. `uncertain`: sent without an answer, and the service does not show whether it arrived.
 * `rejected`: found here, not sent. `skipped`: a duplicate row of the file.
 */
export const STATUSES = [
  'created',
  'merged',
  'unchanged',
  'updated',
  'deleted',
  'failed',
  'uncertain',
  'rejected',
  'skipped',
] as const;
export type RowStatus = (typeof STATUSES)[number];

export interface RowResult {
  readonly status: RowStatus;
  readonly id: number | null;
  /** As the service reports it; empty where it does not. */
  readonly outcome: string;
  readonly matchedBy: string;
  readonly companyId: number | null;
  readonly appUrl: string;
  readonly error: string;
  /** Fields whose stored numbers stay, since the row has them without all their digits. */
  readonly kept?: readonly string[] | undefined;
  /** Cells that were left out of a row that was sent. */
  readonly leftOut?: readonly LeftOutCell[];
  /** What an earlier row of the same record says otherwise: it was not sent. */
  readonly contradiction?: string;
}

const NOTHING: RowResult = {
  status: 'failed',
  id: null,
  outcome: '',
  matchedBy: '',
  companyId: null,
  appUrl: '',
  error: '',
};

export const failedRow = (error: string): RowResult => ({ ...NOTHING, error });
export const uncertainRow = (error: string): RowResult => ({ ...NOTHING, status: 'uncertain', error });
export const leftOut = (status: 'rejected' | 'skipped', error: string): RowResult => ({ ...NOTHING, status, error });

const KEPT_WORDS = 'the stored number has the plus sign, zeros or last digits that it lacks';

/** What is known of a row: of one that is sent, what became of its item, `otherwise` while that is not known. */
export function resultOf<O extends RowResult | null>(
  entry: RowEntry,
  results: readonly RowResult[] | null,
  otherwise: O,
  columns: readonly MappedColumn[],
): RowResult | O {
  if (entry.fate !== 'sent') return leftOut(entry.fate, entry.error);
  const { row, contradiction } = entry;
  const result: RowResult | null = results?.[entry.place] ?? otherwise;
  if (result === null) return otherwise;
  const { kept = [] } = result;
  const keptCells = kept.flatMap((field) =>
    columns.flatMap((column) =>
      column.field === field ? leftOutCell(column, row.cells[column.index] ?? '', KEPT_WORDS) : [],
    ),
  );
  const cells = keptCells.length === 0 ? entry.leftOut : [...entry.leftOut, ...keptCells];
  return cells.length === 0 && contradiction === '' ? result : { ...result, leftOut: cells, contradiction };
}

/** One that is to be sent, of which nothing else is known. */
export const SENT_ROW: RowResult = { ...NOTHING, status: 'created' };

/** A record that an earlier, unanswered request of this import made. */
export const foundRow = (id: number, { companyId, appUrl }: JsonObject): RowResult => ({
  ...NOTHING,
  status: 'created',
  id,
  companyId: idOf(companyId),
  appUrl: textOf(appUrl),
});

/** The answer to an update: the record as it is now, of which nothing is known to be shown. */
export const updatedRow = (id: number, data: unknown, kept?: RowResult['kept']): ItemAnswer => ({
  ...foundRow(id, objectIn(data)),
  status: 'updated',
  kept,
  createdAt: null,
});

/** Nothing of it was to be set: its fields have values. */
export const unchangedRow = (id: number, kept?: RowResult['kept']): ItemAnswer => ({
  ...NOTHING,
  status: 'unchanged',
  id,
  kept,
  createdAt: null,
});

export const deletedRow = (id: number | null): RowResult => ({ ...NOTHING, status: 'deleted', id });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = (value: unknown): number | null => (isNumericId(value) ? value : null);

/** The response to one item, with what reconciling needs. */
export interface ItemAnswer extends RowResult {
  /** When the record was created, as the service reports it; null where it does not. */
  readonly createdAt: string | null;
}

/** In epoch ms; null where the service does not report it. */
export function createdAtMs({ createdAt }: Pick<ItemAnswer, 'createdAt'>): number | null {
  const ms = Date.parse(createdAt ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** Why an item failed: its message, and the problems behind it where they say more. */
function errorText(error: unknown): string {
  if (!isObject(error)) return 'the service gave no reason';
  const message = textOf(error['message']) || 'the service gave no reason';
  const issues = isObject(error['details']) ? error['details']['issues'] : undefined;
  if (!Array.isArray(issues) || issues.length < 2) return message;
  const all = issues.flatMap((issue) =>
    isObject(issue) ? [`${textOf(issue['path'])}: ${textOf(issue['message'])}`] : [],
  );
  return all.length < 2 ? message : all.join('; ');
}

/** An unknown outcome is one of merging: creation has only one word. */
function statusOf(outcome: string): RowStatus {
  if (outcome === 'CREATED' || outcome === '') return 'created';
  return outcome === 'MERGED_NOOP' ? 'unchanged' : 'merged';
}

function answeredOf(entity: EntityName, entry: JsonObject): ItemAnswer {
  if (entry['success'] !== true) return { ...failedRow(errorText(entry['error'])), createdAt: null };
  const input = entry[entity === 'CONTACT' ? 'contact' : 'company'];
  const record = objectIn(input);
  const [outcome, matchedBy] =
    entity === 'CONTACT'
      ? [textOf(record['contactOutcome']), textOf(record['contactMatchedBy'])]
      : [textOf(record['outcome']), textOf(record['matchedBy'])];
  return importedRow({
    id: idOf(record['id']),
    outcome,
    matchedBy,
    companyId: entity === 'CONTACT' ? idOf(record['companyId']) : null,
    appUrl: textOf(record['appUrl']),
    createdAt: textOf(record['createdAt']),
    kept: keptFields(record['warnings']),
  });
}

/** Of the warnings of an answer. */
export function keptFields(warnings: unknown): RowResult['kept'] {
  if (!Array.isArray(warnings) || warnings.length === 0) return undefined;
  return warnings.map(textOf).flatMap((one) => (one.endsWith(KEPT_DIGITS) ? one.slice(0, -KEPT_DIGITS.length) : []));
}

/** A row that the service took, in the words of its answer. */
export function importedRow(source: Omit<ItemAnswer, 'status' | 'error'>): ItemAnswer {
  return { ...source, status: statusOf(source.outcome), error: '' };
}

/**
 * The results in the response to a bulk, one per item, in order. Null when the response does not cover every item: then
 * nothing is known.
 */
export function readAnswers(entity: EntityName, data: unknown, items: number): ItemAnswer[] | null {
  const results = isObject(data) ? data['results'] : undefined;
  if (!Array.isArray(results) || results.length !== items) return null;
  const answers = new Array<ItemAnswer | undefined>(items);
  for (const [position, entry] of results.entries()) {
    if (!isObject(entry)) return null;
    const index = entry['index'];
    const place = typeof index === 'number' ? index : position;
    if (!Number.isInteger(place) || place < 0 || place >= items || answers[place] !== undefined) return null;
    answers[place] = answeredOf(entity, entry);
  }
  return answers.filter((answer) => answer !== undefined);
}

/** A result as the journal stores it, without the empty values at its end. */
export function encodeResult({ status, id, outcome, matchedBy, companyId, appUrl, error, kept = [] }: RowResult) {
  const all = [status, id, appUrl, companyId, outcome, matchedBy, error, kept.join(',')];
  while (all.at(-1) === '') all.pop();
  return all;
}

/** Null when the value is not what `encodeResult` writes. */
export function decodeResult(value: unknown): RowResult | null {
  if (!Array.isArray(value)) return null;
  const [word, id, appUrl, companyId, outcome, matchedBy, error, kept]: unknown[] = value;
  const status = STATUSES.find((one) => one === word);
  if (status === undefined) return null;
  return {
    status,
    id: idOf(id),
    outcome: textOf(outcome),
    matchedBy: textOf(matchedBy),
    companyId: idOf(companyId),
    appUrl: textOf(appUrl),
    error: textOf(error),
    // Earlier versions did not write it.
    kept: textOf(kept) === '' ? undefined : textOf(kept).split(','),
  };
}
