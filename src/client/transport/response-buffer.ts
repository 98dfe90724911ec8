// From bytes to a WireResponse.

import { dictionary } from '../../contract/dictionary.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { connectionLost, NetworkError } from './transport.ts';

/** The largest answer read, bytes, packed or not: a page of 100 records stays far below. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

function tooLarge(where: string): NetworkError {
  return new NetworkError({
    fault: 'too_large',
    code: 'ANSWER_TOO_LARGE',
    sent: 'maybe',
    message: `${where} answered with more than ${ANSWER_BYTES_MAX / 1024 / 1024} MB`,
    hint: 'is the base URL the address of the service?',
  });
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Header names come lower case; a repeated header becomes one, comma-separated. */
function flatHeaders(headers: RawHeaders): Readonly<Record<string, string>> {
  const plain = dictionary<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return plain;
}

/** We ask for no packing (bodies are small, and unpacking costs start-up time); some proxies pack all the same. */
async function decompressed(bytes: Buffer, encoding: string, where: string): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes;
  const { decompress } = await import('./decompress.ts');
  try {
    return decompress(bytes, encoding, ANSWER_BYTES_MAX);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(where);
    // Not what its header says: the parser of the reply will show how it begins.
    return bytes;
  }
}

/** Bytes that are no UTF-8 become replacement characters; a BOM goes. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

/** Gathers an answer as it comes in. */
export class ResponseBuffer {
  readonly #where: string;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #head: { readonly status: number; readonly headers: RawHeaders } | null = null;

  constructor(where: string) {
    this.#where = where;
  }

  begin(status: number, headers: RawHeaders): void {
    this.#head = { status, headers };
  }

  /** Throws NetworkError once there is more than is read. */
  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > ANSWER_BYTES_MAX) throw tooLarge(this.#where);
    this.#chunks.push(chunk);
  }

  /** The whole answer. */
  async whole(): Promise<WireResponse> {
    if (this.#head === null) throw connectionLost(this.#where);
    const headers = flatHeaders(this.#head.headers);
    const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
    const [first = Buffer.alloc(0), ...more] = this.#chunks;
    const bytes = await decompressed(more.length === 0 ? first : Buffer.concat(this.#chunks), encoding, this.#where);
    return { status: this.#head.status, headers, body: textOf(bytes) };
  }
}
