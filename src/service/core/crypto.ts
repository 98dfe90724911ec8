// Separate and loaded late: loading node:crypto takes 3 ms, which in-process calls do not need.

import { createCipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EncryptSecret } from './context.ts';
import type { RandomBytes, Secrets } from './operator.ts';

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}

export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/**
 * Encrypts other people's secrets (mailbox passwords) with a key beside the store, so that a store or snapshot alone discloses
 * nothing. The key is created when first needed. Every call uses a fresh nonce.
 */
export function encryptWith(secrets: Secrets, randomBytes: RandomBytes): EncryptSecret {
  return async (secret) => {
    const fresh = async () => Buffer.from(await randomBytes(KEY_BYTES)).toString('base64');
    const key = (await secrets.read('seal.key')) ?? (await secrets.writeOnce('seal.key', await fresh()));
    const nonce = Buffer.from(await randomBytes(NONCE_BYTES));
    const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64'), nonce);
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  };
}

export function secureBytes(count: number): Uint8Array {
  return randomBytes(count);
}
