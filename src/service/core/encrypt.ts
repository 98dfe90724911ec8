// Secrets of others (mailbox passwords) at rest: sealed with a key that lies beside the store and not in it, so that a
// store or a snapshot alone gives none of them away.

import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Secrets } from '../db/secrets.ts';
import type { RandomBytes } from '../resources/local/keys.ts';
import type { EncryptSecret } from './context.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals under the key beside the store, which is made when it is first needed. A secret is sealed anew each time. */
export function encryptWith(secrets: Secrets, randomBytes: RandomBytes): EncryptSecret {
  return async (secret) => {
    const fresh = async () => Buffer.from(await randomBytes(KEY_BYTES)).toString('base64');
    const key = secrets.read('seal.key') ?? secrets.keep('seal.key', await fresh());
    const nonce = Buffer.from(await randomBytes(NONCE_BYTES));
    const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64'), nonce);
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  };
}

/** The secret again; throws for another key, or text that was changed. */
export function decryptSecret(secrets: Secrets, sealed: string): string {
  const key = secrets.read('seal.key');
  if (key === null) throw new Error('the key of sealed secrets is gone');
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64'), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
