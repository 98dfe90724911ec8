// What an import does with its file, decided before the first row is sent and never changed: a resumed import divides the
// same file into the same bulks, whatever fields the workspace has by then.

import type { EntityName } from '../../../contract/entities.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import type { RowOptions } from '../../files/rows/source.ts';
import type { Overwriting } from '../../shared/records/overwriting.ts';
import type { MappedColumn } from './cell.ts';

/** What is done with records that are there already, and by which column a row names its record. */
export interface RecordChange {
  readonly act: 'update' | 'delete';
  readonly by: 'id' | 'email';
}

/** The field whose value names the record. */
export const keyFieldOf = ({ by }: RecordChange): string => (by === 'id' ? 'id' : 'professionalEmail');

/** Why a row names no record, or nothing to change in it; null where it does. */
export function unfitFor({ act, by }: RecordChange, recordId: number | null, item: Item): string | null {
  if (by === 'id' && recordId === null) return 'no id';
  if (by === 'email' && item['professionalEmail'] === undefined) return 'no email';
  if (act === 'delete' || by === 'id') return null;
  return Object.keys(item).length < 2 ? 'nothing to update besides the email' : null;
}

/** The options that decide which rows are sent, and how. Two imports with equal ones are the same import. */
export interface ImportOptions extends RowOptions {
  readonly map: readonly string[];
  readonly custom: 'all' | readonly string[];
  /** A saved mapping, by its name. */
  readonly mapping?: string;
  readonly list: string | null;
  readonly merge: boolean;
  /** False: rows with an id are created or merged like all others. */
  readonly update?: false;
  /** Records that are there are changed; none is created. */
  readonly change?: RecordChange;
  /** What may be set of records that are there; without it, everything. */
  readonly overwriting?: Overwriting;
  readonly limit: number | null;
  /** Words that count as empty cells. */
  readonly empty?: readonly string[];
  /** The file that says which values stand for the texts of cells. */
  readonly values?: string;
}

export interface ImportPlan extends RowOptions {
  readonly entity: EntityName;
  readonly columns: readonly MappedColumn[];
  readonly merge: boolean;
  readonly change?: RecordChange;
  readonly overwriting?: Overwriting;
  readonly empty?: readonly string[] | undefined;
  readonly list: { readonly id: number; readonly name: string } | null;
  /** Rows of the file to take; null = all. */
  readonly limit: number | null;
  readonly bulkItems: number;
  /** Rows of the file that one bulk spans at most: bounds what is held in memory where few rows are sent. */
  readonly bulkRows: number;
  /** Characters of values that one bulk holds at most: three bytes each stay below the largest body. */
  readonly bulkCharacters: number;
  /** The service decides how long a text may be: the interface shows no bound. */
  readonly anyLength?: true;
}

/** Fields of which a record has at least one; of the others alone, no one could tell what it is. */
export const NAMING: Readonly<Record<EntityName, ReadonlySet<string>>> = {
  CONTACT: new Set([
    ...['firstName', 'lastName', 'fullName', 'professionalEmail', 'networkProfileUrl', 'mobilePhone', 'phones'],
    ...['contactCRMId', 'leadCRMId'],
  ]),
  COMPANY: new Set(['name', 'domain', 'website', 'companyNetworkUrl', 'companyCRMId']),
};

export const hasNames = ({ entity, columns }: Pick<ImportPlan, 'entity' | 'columns'>): boolean =>
  columns.some(({ field }) => NAMING[entity].has(field));

/** Whether nothing but its id names the record of a row. */
export const needsId = (plan: Pick<ImportPlan, 'entity' | 'columns'>): boolean => hasIds(plan) && !hasNames(plan);

export const hasIds = ({ columns }: Pick<ImportPlan, 'columns'>): boolean => columns.some(({ kind }) => kind === 'id');

/** The columns that an update of a record can send: a contact's company is changed on the company. */
export const updatableColumns = ({
  entity,
  columns,
}: Pick<ImportPlan, 'entity' | 'columns'>): readonly MappedColumn[] =>
  entity === 'CONTACT' ? columns.filter(({ field }) => !COMPANY_ALIASES.has(field)) : columns;

export type BulkBounds = Pick<ImportPlan, 'bulkItems' | 'bulkRows' | 'bulkCharacters' | 'anyLength'>;

export const BULK_BOUNDS: BulkBounds = {
  bulkItems: LIMITS.bulkItems,
  bulkRows: 2_000,
  bulkCharacters: Math.floor(LIMITS.bodyBytesMax / 4),
};

/** An option as it is typed: `skipLines` → `--skip-lines`. */
export const optionName = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
