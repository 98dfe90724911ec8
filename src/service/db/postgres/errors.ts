// What errors of PostgreSQL and of the connection to it mean to the rest of the service.

import { StoreBusy, StoreForbidden, StoreRefused, StoreTimeout, StoreUnreachable } from '../../core/store.ts';

/** Why no connection came about: who may not, what does not exist, or that nothing answers. */
export function connectProblem(error: unknown, where: string): Error {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = error instanceof Error ? error.message : '';
  if (code.startsWith('28') || message.startsWith('SASL'))
    return new StoreForbidden(`the ${where} refuses this user or password`);
  if (code === '3D000') return new StoreRefused(`the ${where} does not exist: createdb makes it`);
  if (/SSL|certificate/i.test(message) && code === '') return new StoreRefused(`the ${where}: ${message}`);
  return new StoreUnreachable(code || message, `the ${where}`);
}

/** Lock not available, deadlock detected, serialization failure; cancelled by the operator. */
const BUSY = new Set(['55P03', '40P01', '40001', '57014']);

const CANCELLED = '57014';

/** `limitMs`: what the statements of the transaction may take. */
export function storeError(error: unknown, limitMs?: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === CANCELLED && limitMs !== undefined) return new StoreTimeout(limitMs);
  if (BUSY.has(code) && error instanceof Error) return new StoreBusy(error.message);
  return withoutAddress(error);
}

/** Class 08 and the operator's interventions; and what the socket itself reports. */
const LOST = new Set(['57P01', '57P02', '57P03', '53300']);

/** What the driver says of a connection that is gone. */
const ENDED =
  /^Connection terminated|^timeout exceeded|^Client (?:was closed|has encountered a connection error) and is not queryable/;

/** Of a socket; an error of a file has its path. */
function isOfSocket(error: Error): boolean {
  return 'syscall' in error && !('path' in error);
}

/** An error of the connection, not of the query: without the address, which may contain the password. */
function withoutAddress(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isLost = code.startsWith('08') || LOST.has(code) || isOfSocket(error) || ENDED.test(error.message);
  if (!isLost) return error;
  return new StoreUnreachable(code || error.message);
}
