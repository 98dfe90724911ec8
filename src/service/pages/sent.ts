// How pages and notices are sent: headers that let them do no more than they need, and the files of style and script.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireResponse } from '../../contract/wire.ts';
import { type Html, html } from './html.ts';
import { framed } from './page.ts';

/** Nothing is loaded from elsewhere, no script stands in a page, and no other page shows it. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Of a message in a frame: it may look as it likes, and can do nothing. */
const MESSAGE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

export const COMMON: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };
export const PAGE_HEADERS = { ...COMMON, ...HTML_TYPE, 'content-security-policy': POLICY };

export function sentMessage(body: string): WireResponse {
  return { status: 200, headers: { ...COMMON, ...HTML_TYPE, 'content-security-policy': MESSAGE_POLICY }, body };
}

/** 304 where the browser has this very page. */
export function sentPage(body: string, known: string | undefined): WireResponse {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...PAGE_HEADERS, etag };
  return known === etag ? { status: 304, headers, body: '' } : { status: 200, headers, body };
}

/** A page that shows nothing of the store. */
export type Notice = (status: number, title: string, text: Html) => WireResponse;

export function notices(assets: string): Notice {
  return (status, title, text) => ({
    status,
    headers: PAGE_HEADERS,
    body: framed({
      title,
      path: '-',
      body: html`<h1>${title}</h1><p>${text}</p>`,
      clock: null,
      workspace: null,
      assets,
    }),
  });
}

const FILES = [
  ['style.css', 'text/css; charset=utf-8'],
  ['live.js', 'text/javascript; charset=utf-8'],
] as const;

export interface AssetFiles {
  /** Changes with their contents. */
  readonly version: string;
  /** By path below `/app`. */
  readonly at: ReadonlyMap<string, WireResponse>;
}

/** The files in this folder; they are kept by browsers for good, under an address with their version. */
export function assetFiles(folder: string): AssetFiles {
  const hash = createHash('sha256');
  const at = new Map<string, WireResponse>();
  for (const [file, type] of FILES) {
    const body = readFileSync(join(folder, file), 'utf8');
    hash.update(body);
    const headers = { ...COMMON, 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
    at.set(`/assets/${file}`, { status: 200, headers, body });
  }
  return { at, version: hash.digest('base64url').slice(0, 10) };
}
