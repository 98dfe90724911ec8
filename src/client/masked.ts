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

/** Takes the secrets out of a text. */
export function maskOf(secrets: readonly (string | null | undefined)[]): Mask {
  const all = secrets.filter((secret) => typeof secret === 'string' && secret.length >= SHORTEST);
  return (text) => all.reduce<string>((shown, secret) => shown.replaceAll(String(secret), MASK), text);
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

function maskedResponse({ status, headers, body }: WireResponse, mask: Mask): WireResponse {
  const plain = unescaped(body);
  const masked = mask(plain);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [mask(name), mask(value)])),
    body: masked === plain ? body : masked,
  };
}

/** The same transport; `secrets`: those of the client, beside what a request carries itself. */
export function masking(transport: Transport, secrets: readonly (string | null | undefined)[]): Transport {
  return async (request: WireRequest, limits) => {
    const carried = SECRET_HEADERS.map((name) => own(request.headers, name));
    return maskedResponse(await transport(request, limits), maskOf([...secrets, ...carried]));
  };
}
