// A row with a cell too few or too many: what follows stands in the columns before its own, or behind.

import { readEmail } from '../../../rules/records/email-text.ts';
import { unguardCell } from '../../terminal/formats/csv.ts';
import type { CellKind, MappedColumn } from '../mapping/cell.ts';
import type { LeftOutCell } from '../mapping/item.ts';

type Shape = 'email' | 'web' | 'phone' | 'number';

/** The columns of values that have such a shape. */
const COLUMNS: Readonly<Record<Shape, readonly CellKind[]>> = {
  email: ['email'],
  web: ['url', 'page', 'host'],
  phone: ['phone'],
  number: ['id', 'number'],
};

function shapeOf(cell: string): Shape | null {
  const text = unguardCell(cell.trim());
  if (text.includes('@')) return readEmail(text).ok ? 'email' : null;
  if (/^https?:\/\/\S+$/i.test(text)) return 'web';
  if (/^\+[0-9][0-9 ()/.-]{6,}$/.test(text)) return 'phone';
  return /^[0-9]+$/.test(text) ? 'number' : null;
}

export interface MappedRows {
  readonly mapped: readonly MappedColumn[];
  readonly header: readonly string[];
  /** The last row that had a cell in every column; empty where none had. */
  full: readonly string[];
}

/**
 * Where a value surely stands left of its column, and most of those behind it would, too; null for any other row. It may have
 * empty cells at its end, as a spreadsheet saves it.
 */
export function missingCell(
  cells: readonly string[],
  leftOut: readonly LeftOutCell[],
  { mapped, header, full }: MappedRows,
): string | null {
  const width = header.length;
  const end = cells.slice(0, width).findLastIndex((cell) => cell.trim() !== '') + 1;
  const shapes = cells.slice(0, end).map(shapeOf);
  const textAt = (at: number) => JSON.stringify((cells[at] ?? '').trim().slice(0, 60));
  const nameAt = (at: number) => header[at]?.trim();
  const columnAt = (at: number) => mapped.find(({ index }) => index === at);
  const fits = (shape: Shape, at: number): boolean => {
    const column = columnAt(at);
    if (column === undefined) return shape !== 'number' && shapeOf(full[at] ?? '') === shape;
    return COLUMNS[shape].some((kind) => kind === column.kind);
  };
  /** Columns that take any text have none of such a shape in the row before; many have numbers. */
  const isOutOfPlace = (shape: Shape, at: number, by: number): boolean => {
    const { header: name, kind = 'custom' } = columnAt(at) ?? {};
    if (leftOut.some(({ column }) => column === name)) return true;
    // Of a row with another cell that does not fit.
    if (kind !== 'custom') return kind === 'text' && shape === 'number' && leftOut.length > 0;
    const isTelling = shape !== 'number' || columnAt(at + by)?.kind === 'id';
    return isTelling && (full[at]?.trim() ?? '') !== '' && shapeOf(full[at] ?? '') !== shape;
  };
  const wasLeftOut = (at: number) => leftOut.some(({ column }) => column === columnAt(at)?.header);
  // `Acme, Inc.` without quotes: its column, or one behind it, has what is no value of it. A phone number may be beside a note.
  const surplus = shapes.findIndex(
    (shape, at) =>
      (shape === 'email' || shape === 'web') &&
      wasLeftOut(at - 1) &&
      fits(shape, at - 1) &&
      isOutOfPlace(shape, at, -1),
  );
  if (surplus !== -1) return `is a quote missing? ${textAt(surplus)} stands right of the column ${nameAt(surplus - 1)}`;
  for (let by = 1; by <= width - end; by += 1) {
    const isShifted = (at: number): boolean => {
      const shape = shapes[at] ?? null;
      return shape !== null && fits(shape, at + by) && (at + by >= end || cells[at + by]?.trim() !== '');
    };
    const at = shapes.findIndex((shape, place) => shape !== null && isShifted(place) && isOutOfPlace(shape, place, by));
    if (at === -1) continue;
    const behind = [...shapes.keys()].slice(at);
    const shifted = behind.filter(isShifted).length;
    // Any number may be an id.
    const inPlace = behind.filter((place) => {
      const shape = shapes[place] ?? null;
      return shape !== null && fits(shape, place) && !(shape === 'number' && place === at + by);
    }).length;
    if (shifted <= inPlace) continue;
    return `is a cell missing? ${textAt(at)} stands left of the column ${nameAt(at + by)}`;
  }
  return null;
}
