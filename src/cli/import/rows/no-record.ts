// Rows of a file that are no records: the header again, a rule below it, a title or a footer of a report.

const FOOTER =
  /^(?:copyright\b|©|confidential\b|generated (?:by|on|at)\b|exported (?:by|on|from)\b|(?:grand |sub-?)?totals?\b|summe\b|gesamt\b|page \d+|end of (?:file|report|list)\b)/i;
/** A table of fewer columns may well have a row of one cell. */
const TABLE_COLUMNS = 3;
const RULE = /^:?[-=]{2,}:?$/;

export interface NoRecord {
  /** What the writer of the file added is passed over; what may have been a record goes to the rejects. */
  readonly fate: 'skipped' | 'rejected';
  readonly error: string;
}

/** Null for a row that may be a record; it has a cell that is not blank. */
export function noRecord(cells: readonly string[], header: readonly string[]): NoRecord | null {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [first = ''] = filled;
  if (first === header[0]?.trim() && isHeader(cells, header)) return { fate: 'skipped', error: 'the header again' };
  if (RULE.test(first) && filled.length > 1 && filled.every((cell) => RULE.test(cell)))
    return { fate: 'skipped', error: 'a rule, no record' };
  if (header.length < TABLE_COLUMNS) return null;
  const isTotal = FOOTER.test(first) && filled.slice(1).every((cell) => /^[\d.,'\s%€$£-]+$/.test(cell));
  if (isTotal || (filled.length === 1 && cells.length === 1 && !first.includes('@')))
    return { fate: 'rejected', error: `a title or footer, no record: ${JSON.stringify(first.slice(0, 60))}` };
  return null;
}

const isHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  header.length > 1 && header.every((name, at) => name.trim() === (cells[at]?.trim() ?? ''));
