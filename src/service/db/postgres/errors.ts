// What errors of PostgreSQL and of the connection to it mean to the rest of the service.

import { StoreBusy, StoreForbidden, StoreRefused, StoreTimeout, StoreUnreachable } from '../../core/store.ts';

/** Why no connection came about: who may not, what does not exist, or that nothing answers. */
export function connectProblem(error: unknown, where: string): Error {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = error instanceof Error ? error.message : '';
  if (/client certificate/.test(message))
    return new StoreForbidden(`the ${where} asks for a certificate of its clients: sslcert and sslkey name the files`);
  if (/no encryption/.test(message))
    return new StoreForbidden(`the ${where} lets this user in over encrypted connections only: sslmode=verify-full`);
  if (code.startsWith('28') || message.startsWith('SASL'))
    return new StoreForbidden(`the ${where} refuses this user or password`);
  if (code === '3D000') return new StoreRefused(`the ${where} does not exist: createdb makes it`);
  const tls = tlsProblem(code, message);
  if (tls !== null) return new StoreRefused(`the ${where} ${tls}`);
  return new StoreUnreachable(code || message, `the ${where}`);
}

const UNKNOWN_AUTHORITY =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/** What is wrong with the encrypted connection, in the words of its options; null if nothing is. */
function tlsProblem(code: string, message: string): string | null {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'has a certificate for another host: sslmode=verify-full needs the name of the host in it';
  if (UNKNOWN_AUTHORITY.test(code))
    return 'has a certificate of an authority that is not known here: sslrootcert names its file';
  if (code === 'CERT_HAS_EXPIRED') return 'has a certificate that has expired';
  if (/does not support SSL/.test(message)) return 'takes no encrypted connections: sslmode=disable connects without';
  if (/^ERR_OSSL_PEM|^ERR_OSSL_X509|^ERR_OSSL_ASN1/.test(code))
    return `cannot be connected to: a file of sslcert, sslkey or sslrootcert is not a valid one in PEM format (${code})`;
  if (/^(ERR_(SSL|TLS|OSSL)_|CERT_)/.test(code)) return `does not agree to an encrypted connection (${code})`;
  // It went away instead of an answer to the question for encryption.
  if (/establishing an SSL connection/.test(message)) return null;
  return /SSL|certificate/i.test(message) && code === '' ? `does not connect: ${message}` : null;
}

/** Lock not available, deadlock detected, serialization failure; cancelled by the operator. */
const BUSY = new Set(['55P03', '40P01', '40001', '57014']);

const CANCELLED = '57014';

/** `limitMs`: what the transaction may take, of which a second one that helps it gets what is left. */
export function storeError(error: unknown, limitMs?: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isTimeout = code === CANCELLED || error instanceof StoreTimeout;
  if (isTimeout && limitMs !== undefined) return new StoreTimeout(limitMs);
  if (BUSY.has(code) && error instanceof Error) return new StoreBusy(error.message);
  return withoutAddress(error);
}

/** Beside class 08: the operator's interventions, no room for a connection, and a transaction that was idle for too long. */
const LOST = new Set(['57P01', '57P02', '57P03', '53300', '25P03']);

/** What the driver says of a connection that is gone. */
const ENDED =
  /^Connection terminated|^timeout exceeded|^Client (?:was closed|has encountered a connection error) and is not queryable/;

/** Of a connection, or of one to each address of a name; an error of a file has its path. */
function isOfSocket(error: Error): boolean {
  if (error instanceof AggregateError) return true;
  return 'syscall' in error && error.syscall !== 'listen' && !('path' in error);
}

/** An error of the connection, not of the query: without the address, which may contain the password. */
function withoutAddress(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isLost = code.startsWith('08') || LOST.has(code) || isOfSocket(error) || ENDED.test(error.message);
  if (!isLost) return error;
  return new StoreUnreachable(code || error.message);
}
