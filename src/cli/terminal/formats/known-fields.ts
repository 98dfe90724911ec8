// Whether the fields of --fields exist: a typing error is reported as one, and not as an empty column.

import type { Access } from '../../../contract/account/scopes.ts';
import type { Method } from '../../../contract/endpoint.ts';
import { pathParts } from '../../../contract/path-parts.ts';
import { UsageError } from '../exit.ts';
import { type View, valueAt } from './cells.ts';

export interface UsedRoute {
  readonly access: Access;
  readonly method?: Method;
  readonly path?: string;
  readonly effect?: 'read' | 'write';
}

const isColumn = ({ columns, alsoHas = [] }: View, field: string): boolean =>
  alsoHas.includes(field) || columns.some(({ key }) => key === field);

function unknownError(view: View, unknown: readonly string[], known: readonly string[]): UsageError {
  return new UsageError(`--fields: ${view.noun} has no ${unknown.join(', ')}`, {
    hint: `known: ${[...new Set(known)].sort().join(', ')}`,
  });
}

/** Against a record: what it does not have is unknown. Null where it has all. */
export function unknownFields(view: View, fields: readonly string[], first: unknown): UsageError | null {
  if (typeof first !== 'object' || first === null) return null;
  const unknown = fields.filter((field) => valueAt(first, field) === undefined && !isColumn(view, field));
  if (unknown.length === 0) return null;
  return unknownError(view, unknown, [...view.columns.map(({ key }) => key), ...Object.keys(first)]);
}

/**
 * Without a record: against all names that the answers of these routes may have. Records with fields of the workspace's own
 * may have any: these come back, to be named.
 */
export async function checkWithoutRecord(
  view: View,
  fields: readonly string[],
  routes: readonly UsedRoute[],
): Promise<readonly string[]> {
  const open = fields.filter((field) => !isColumn(view, field));
  if (open.length === 0) return [];
  const { answerNamesOf } = await import('../../../contract/definitions.ts');
  const names = new Set(routes.flatMap((route) => [...answerNamesOf(route)]));
  const unknown = open.filter((field) => !names.has(pathParts(field)[0] ?? field));
  if (unknown.length > 0 && view.hasCustomFields !== true) {
    throw unknownError(
      view,
      unknown,
      view.columns.map(({ key }) => key),
    );
  }
  return unknown;
}
