// What is worth a remark about a file whose rows were read.

import { CellCounts } from './cell-counts.ts';
import { CompanyNames } from './company-names.ts';

/** One search finds them all. */
const SAMPLES = 20;

/** How many there are, and which is the first. */
class Occurrences {
  count = 0;
  first = '';

  add(one: string): void {
    this.count += 1;
    this.first ||= one;
  }
}

export class FileRemarks {
  rows = 0;
  /** Rows without text in any cell: no data rows. */
  blankRows = 0;
  readonly shortRows = new Occurrences();
  /** Rows to be sent that update a record, and rows that the service would not find again. */
  updates = 0;
  keyless = 0;
  /** The first rows that update a record, by its id. */
  readonly samples = new Map<number, readonly string[]>();
  /** Cells of the id column that hold none. */
  readonly wrongIds = new Occurrences();
  /** Rows that say nothing new of the record of an earlier row, and rows that contradict one. */
  readonly duplicates = new Occurrences();
  readonly contradictions = new Occurrences();
  readonly cells = new CellCounts();
  readonly companies = new CompanyNames();
  /** Rows that are passed over. */
  readonly noRecords = new Occurrences();

  addUpdate(recordId: number | null, cells: readonly string[]): void {
    this.updates += 1;
    if (recordId !== null && this.samples.size < SAMPLES) this.samples.set(recordId, cells);
  }
}
