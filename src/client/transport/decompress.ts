// node:zlib by itself, so that only a packed answer loads it.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { getOwn } from '../../contract/json.ts';

const UNPACK: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Unpacks by the name in `content-encoding`; what has no such name stays as it is. Throws RangeError beyond `most` bytes. */
export function decompress(bytes: Buffer, encoding: string, most: number): Buffer {
  return getOwn(UNPACK, encoding)?.(bytes, { maxOutputLength: most }) ?? bytes;
}
