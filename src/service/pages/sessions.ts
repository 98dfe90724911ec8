// Who may look at the pages: a link that is good once begins a session in one browser. Times are of the real clock.

import { hashOf } from '../core/crypto.ts';
import type { Operator } from '../core/operator.ts';
import { insertSecret, sessionEnd, takeLink } from './queries/sessions.ts';

type Needs = Pick<Operator, 'store' | 'randomBytes' | 'realNow'>;

const HOUR_MS = 3_600_000;
/** A link that a server prints may be opened hours later. */
const LINK_MS = 24 * HOUR_MS;
export const SESSION_MS = 24 * HOUR_MS;

const SECRET_BYTES = 32;
/** Longer ones are none of ours, and not worth a hash. */
const SECRET_LENGTH_MAX = 100;

async function newSecret({ store, randomBytes, realNow }: Needs, isLink: boolean): Promise<string> {
  const secret = Buffer.from(await randomBytes(SECRET_BYTES)).toString('base64url');
  const expiresAt = realNow() + (isLink ? LINK_MS : SESSION_MS);
  await store.write((tx) => insertSecret(tx, hashOf(secret), isLink, expiresAt), 'shared');
  return secret;
}

/** The address that opens a page once, and begins a session. `base`: that of the pages; `path`: below it. */
export async function linkAt(needs: Needs, base: string, path: string): Promise<string> {
  const query = new URLSearchParams({ link: await newSecret(needs, true), ...(path !== '' && { to: path }) });
  return `${base}/open?${query}`;
}

export interface PageSessions {
  /** Exchanges the secret of a link for that of a session; null if it was used, is too old, or never was. */
  begin(link: string): Promise<string | null>;
  has(secret: string): Promise<boolean>;
}

export function pageSessions(needs: Needs): PageSessions {
  const { store, realNow } = needs;
  /** Those seen here, by hash: `local reset` empties the store under an open page. */
  const seen = new Map<string, number>();
  return {
    begin: async (link) => {
      if (link.length > SECRET_LENGTH_MAX) return null;
      const isGood = await store.write((tx) => takeLink(tx, hashOf(link), realNow()), 'shared');
      if (!isGood) return null;
      const secret = await newSecret(needs, false);
      seen.set(hashOf(secret), realNow() + SESSION_MS);
      return secret;
    },
    has: async (secret) => {
      if (secret === '' || secret.length > SECRET_LENGTH_MAX) return false;
      const hash = hashOf(secret);
      const end = seen.get(hash) ?? (await store.read((tx) => sessionEnd(tx, hash)));
      if (end === null) return false;
      if (end <= realNow()) {
        seen.delete(hash);
        return false;
      }
      seen.set(hash, end);
      return true;
    },
  };
}
