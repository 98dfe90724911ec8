// What the rows of a dry run would change: counted for all of them, the first ones kept, and every field in the file of --changes.

import { append } from '../../../contract/append.ts';
import { counted } from '../../../contract/english.ts';
import type { PendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import { fieldsBetween } from '../../session/history/bulk-outcome.ts';
import { type Change, isNothing, labelOf, STAYS } from '../../session/history/recorded-route.ts';
import { isStored } from '../../session/history/stored-records.ts';
import { type PlannedRecord, plannedRecord } from '../../session/plan/saved-plan.ts';
import { FieldCounts } from '../../shared/effects/effects.ts';
import { csvLine } from '../../terminal/formats/csv.ts';
import type { OutFile } from '../report/result-files.ts';

/** Values of a record are replaced where they change: this keeps them as they are. */
export function copyOf(records: ReadonlyMap<number, PendingRecord>, id: number | undefined): PendingRecord | undefined {
  const record = id === undefined ? undefined : records.get(id);
  return record && { ...record };
}

/** A company that does not exist yet has no id. */
const companyOf = ({ companyId: id }: PendingRecord) => (id === null || isStored(id) ? id : '(new)');

function fieldChanges(before: PendingRecord, now: PendingRecord): NonNullable<Change['fields']> {
  const { companyId: _, ...fields } = fieldsBetween(before, now);
  const [from, to] = [companyOf(before), companyOf(now)];
  return from === to ? fields : { ...fields, companyId: [from, to] };
}

/** `before` is undefined for a record that is created. */
export function rowChanges(
  kind: 'contact' | 'company',
  before: PendingRecord | undefined,
  now: PendingRecord | undefined,
): readonly Change[] {
  if (now === undefined) return [];
  const label = labelOf(Object.fromEntries(now.standard));
  if (before === undefined) {
    const fields = [...now.standard, ...now.properties].map(([name, value]) => [name, [null, value]] as const);
    return [{ kind, id: null, ...label, is: 'created', fields: Object.fromEntries(fields) }];
  }
  const fields = fieldChanges(before, now);
  const id = isStored(now.id) ? now.id : null;
  return Object.keys(fields).length === 0 ? [] : [{ kind, id, ...label, is: 'updated', fields }];
}

const DISPLAYED = 10;

export interface DisplayedChange {
  readonly line: number;
  readonly kind: string;
  readonly id: number | string | null;
  readonly name: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export class RowEffects {
  readonly counts = new FieldCounts();
  /** Of the first records that are there already. */
  readonly first: DisplayedChange[] = [];
  /** For a plan; none where no plan is saved. */
  readonly planned: PlannedRecord[] = [];
  readonly file: OutFile | null;
  readonly #isSaving: boolean;
  #records = 0;
  /** Custom fields that the workspace does not have yet; then those of them that get a value. */
  readonly #unknown: ReadonlySet<string>;
  readonly #newFields = new Set<string>();
  /** Companies that come to be with their contacts. */
  #newCompanies = 0;
  #isEmpty = true;

  /** `file`: of --changes; `isSaving`: for a plan; `unknownFields`: custom fields of the file that the workspace does not have. */
  constructor(file: OutFile | null, isSaving: boolean, unknownFields: readonly string[]) {
    this.file = file;
    this.#isSaving = isSaving;
    this.#unknown = new Set(unknownFields);
    file?.add(csvLine(['line', 'id', 'field', 'from', 'to']));
  }

  add(line: number, changes: readonly Change[], of: Change['kind']): void {
    if (this.#isSaving)
      append(
        this.planned,
        changes.map((change) => plannedRecord(change, line)),
      );
    for (const { kind, id, label = '', is, fields = {} } of changes) {
      this.#isEmpty = false;
      if (is !== 'created') this.#records += 1;
      else if (kind !== of) this.#newCompanies += 1;
      if (is === 'deleted') {
        if (this.#records <= DISPLAYED)
          this.first.push({ line, kind, id, name: label, field: '', from: null, to: null });
        this.file?.add(csvLine([String(line), String(id ?? ''), 'deleted', label, ''], { guard: true }));
      }
      for (const [field, [from, to]] of Object.entries(fields)) {
        if (kind === of && this.#unknown.has(field) && !isNothing(to)) this.#newFields.add(field);
        const name = kind === of ? field : `company.${field}`;
        if (is === 'updated') this.counts.add(name, from, to);
        if (is === 'updated' && this.#records <= DISPLAYED)
          this.first.push({ line, kind, id, name: label, field: name, from, to });
        this.file?.add(csvLine([String(line), String(id ?? ''), name, textOf(from), textOf(to)], { guard: true }));
      }
    }
  }

  /** For a person: the first changes, then all of them counted. */
  lines(): string[] {
    const first = this.first.map(({ line, kind, id, name, field, from, to }) => {
      const record = `line ${line}: ${kind}${id === null ? '' : ` ${id}`}`;
      return field === ''
        ? `${record} ${JSON.stringify(name)} deleted`
        : `${record} ${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`;
    });
    const made = [
      ...(this.#newCompanies > 0 ? [counted(this.#newCompanies, 'company')] : []),
      ...(this.#newFields.size > 0
        ? [`${counted(this.#newFields.size, 'custom field')} (${[...this.#newFields].join(', ')})`]
        : []),
    ];
    return [...first, ...this.counts.lines(), ...(made.length > 0 ? [`would also create ${made.join(' and ')}`] : [])];
  }

  /** For JSON: the same. */
  get facts(): object {
    return {
      ...(this.first.length > 0 && { fields: this.counts.all, changes: this.first }),
      ...(this.#newCompanies > 0 && { newCompanies: this.#newCompanies }),
      ...(this.#newFields.size > 0 && { newFields: [...this.#newFields] }),
    };
  }

  /** What undo would find: its records in one, and what stays. None where nothing is known to change. */
  undoneChanges(of: Change['kind']): readonly Change[] {
    if (this.#isEmpty) return [];
    const made = { id: null, is: 'created' } as const;
    const [companies, fields] = [this.#newCompanies, this.#newFields.size];
    return [
      { kind: of, id: null, is: 'updated' },
      ...(companies > 0 ? [{ kind: 'company', ...made, count: companies, lasting: STAYS.company } as const] : []),
      ...(fields > 0 ? [{ kind: 'field', ...made, count: fields, lasting: STAYS.field } as const] : []),
    ];
  }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
