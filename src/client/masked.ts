// What a service sends back of the secrets it was sent: masked before anything else sees it, so that no message, header, record
// or log can carry it on.

import { own } from '../contract/dictionary.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Transport } from './transport/transport.ts';

/** Headers of a request that no one else may read. */
const SECRET_HEADERS = ['x-api-key', 'x-admin-token', 'x-webhook-secret', 'authorization'];

/** Shorter ones would stand in other words too; no service issues them. */
const SHORTEST = 8;

const MASK = '[key]';

/** ASCII letters, digits and marks that were written as escapes of JSON, as a secret might be. */
const ESCAPED_ASCII = /\\u00[2-7]|\\\//i;

export type Mask = (text: string) => string;

type HiddenTexts = readonly (string | null | undefined)[];

const hidden = (secrets: HiddenTexts): readonly string[] =>
  [...new Set(secrets.filter((secret) => typeof secret === 'string' && secret.length >= SHORTEST))].map(String);

const masked = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => (shown.includes(secret) ? shown.replaceAll(secret, MASK) : shown), text);

/** Takes the secrets out of a text. */
export function maskOf(secrets: HiddenTexts): Mask {
  const all = hidden(secrets);
  return (text) => masked(text, all);
}

/** JSON without needless escapes; anything else as it is. */
function unescaped(body: string): string {
  if (!ESCAPED_ASCII.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

const BACKSLASH = 0x5c;

/** Bytes with neither a secret nor an escape that might be part of one; undefined: the text has to be looked at. */
function bytesWithout(secrets: readonly string[], bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined) return undefined;
  const { buffer, byteOffset, byteLength } = bytes;
  const all = Buffer.from(buffer, byteOffset, byteLength);
  return all.includes(BACKSLASH) || secrets.some((secret) => all.includes(secret, 0, 'latin1')) ? undefined : bytes;
}

function maskedBody(body: string, secrets: readonly string[]): string {
  const plain = unescaped(body);
  const shown = masked(plain, secrets);
  return shown === plain ? body : shown;
}

function maskedResponse(response: WireResponse, secrets: readonly string[]): WireResponse {
  const { status, headers } = response;
  const bytes = bytesWithout(secrets, response.bytes);
  const entries = Object.entries(headers).map(([name, value]) => [masked(name, secrets), masked(value, secrets)]);
  const shown = Object.fromEntries(entries);
  if (bytes === undefined) return { status, headers: shown, body: maskedBody(response.body, secrets) };
  return new HarmlessResponse(status, shown, bytes, response);
}

/** A response without a secret in its body. */
class HarmlessResponse implements WireResponse {
  readonly status: number;
  readonly headers: WireResponse['headers'];
  readonly bytes: Uint8Array;
  readonly #response: WireResponse;

  constructor(status: number, headers: WireResponse['headers'], bytes: Uint8Array, response: WireResponse) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
    this.#response = response;
  }

  get body(): string {
    return this.#response.body;
  }
}

/** The same transport; `secrets`: those of the client, beside what a request carries itself. */
export function masking(transport: Transport, secrets: HiddenTexts): Transport {
  return async (request: WireRequest, limits) => {
    const carried = SECRET_HEADERS.map((name) => own(request.headers, name));
    return maskedResponse(await transport(request, limits), hidden([...secrets, ...carried]));
  };
}
