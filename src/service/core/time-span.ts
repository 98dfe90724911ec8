// Spans of time, and the slots that days are counted by.

import { type Fragment, raw, sql } from './sql.ts';

/** From this moment on, and before that one. */
export interface TimeSpan {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export const spanSql = (column: string, { from, to }: TimeSpan): Fragment[] => [
  ...(from === undefined ? [] : [sql`${raw(column)} >= ${from}`]),
  ...(to === undefined ? [] : [sql`${raw(column)} < ${to}`]),
];

/** A quarter of an hour: days of every time zone are made of them. */
export const SLOT_MS = 900_000;

/** In which slot since the epoch a moment is. */
export const slotSql = (column: string): Fragment => raw(`${column} / ${SLOT_MS}`);
