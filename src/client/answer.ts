// From bytes to a WireResponse: the same for every transport.

import type { WireResponse } from '../contract/wire.ts';
import { NetworkError } from './transport.ts';

/** The largest answer read, bytes, packed or not: a page of 100 records stays far below. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

export function tooLarge(where: string): NetworkError {
  return new NetworkError({
    fault: 'too_large',
    code: 'ANSWER_TOO_LARGE',
    sent: 'maybe',
    message: `${where} answered with more than ${ANSWER_BYTES_MAX / 1024 / 1024} MB`,
    hint: 'is the base URL the address of the service?',
  });
}

/** Header names come lower case from both transports; a repeated header becomes one, comma-separated. */
export function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return plain;
}

/** We ask for no packing (bodies are small, and unpacking costs start-up time); some proxies pack all the same. */
async function unpacked(bytes: Buffer, encoding: string, where: string): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes;
  const { unpack } = await import('./unpack.ts');
  try {
    return unpack(bytes, encoding, ANSWER_BYTES_MAX);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(where);
    // Not what its header says: the parser of the reply will show how it begins.
    return bytes;
  }
}

/** Joins the pieces of a complete answer. Bytes that are no UTF-8 become replacement characters; a BOM goes. */
export async function answerOf(
  status: number,
  rawHeaders: Readonly<Record<string, string | string[] | undefined>>,
  chunks: readonly Buffer[],
  where: string,
): Promise<WireResponse> {
  const headers = plainHeaders(rawHeaders);
  const bytes = await unpacked(Buffer.concat(chunks), (headers['content-encoding'] ?? '').trim().toLowerCase(), where);
  return { status, headers, body: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}
