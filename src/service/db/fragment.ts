// Parts of composed queries: SQL with the values it binds.

import type { SqlValue } from '../core/store.ts';

export interface Fragment {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

export const TRUE: Fragment = { sql: 'true', values: [] };
export const FALSE: Fragment = { sql: 'false', values: [] };

function joined(parts: readonly Fragment[], by: string, none: Fragment): Fragment {
  if (parts.length === 0) return none;
  return { sql: parts.map(({ sql }) => `(${sql})`).join(by), values: parts.flatMap(({ values }) => values) };
}

export function allOf(parts: readonly Fragment[]): Fragment {
  return joined(parts, ' and ', TRUE);
}

export function anyOf(parts: readonly Fragment[]): Fragment {
  return joined(parts, ' or ', FALSE);
}

/** Null counts as false: a missing value never matches, and so is never excluded. */
export function noneOf({ sql, values }: Fragment): Fragment {
  return { sql: `(${sql}) is not true`, values };
}
