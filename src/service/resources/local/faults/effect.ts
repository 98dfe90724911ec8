import type { ParsedOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { FaultRow } from '../queries/faults.ts';

export type FaultInput = ParsedOf<Table['local']['addFault']>['body'];
export type Fault = ReplyOf<Table['local']['addFault']>;

/** Everything a fault can do to an answer, except delay it. */
export const EFFECTS = ['status', 'headers', 'body', 'truncate', 'drop'] as const;

export function onlyDelays(fault: FaultInput): boolean {
  return EFFECTS.every((name) => fault[name] === undefined);
}

export function effectOf(row: FaultRow): FaultInput {
  // Only `addFault` writes it, from a parsed body.
  const effect: FaultInput = JSON.parse(row.effect);
  return effect;
}
