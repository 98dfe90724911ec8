// Separate and loaded late: loading node:crypto takes 3 ms, which in-process calls do not need.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256 in hex: what the store keeps of a key. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}

/** HMAC-SHA256, in hex. */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
