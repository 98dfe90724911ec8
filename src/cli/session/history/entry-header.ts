// entry.json of an entry of the history: what the command was, without what could be a secret, with which key, and how it ended.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Call } from '../../../client/api.ts';
import { isObject, objectIn } from '../../../contract/json.ts';
import type { RecordedProcess } from '../../../contract/processes.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { keptText } from '../../files/bounded-read.ts';
import type { Io } from '../../terminal/io.ts';
import type { Settings } from '../../terminal/settings.ts';
import { keyOf } from '../connect.ts';
import type { Profile } from '../profiles/profiles.ts';

export interface EntryHeader {
  readonly version: 1;
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  /** Of the entries of a profile the later one has the greater number: times do not say it where a clock went back. */
  readonly order?: number;
  readonly user: string;
  readonly host: string;
  readonly profile: string;
  /** Null for the service on this machine. */
  readonly baseUrl: string | null;
  /** Of the key that it was sent with, or of the store, as `keyMark` makes it: one address serves many workspaces. */
  readonly keyMark: string | null;
  /** Writes it until it has ended. */
  readonly process?: RecordedProcess;
  /** Its words without what could be a secret. */
  readonly command: readonly string[];
  /** The entry that this one takes back. */
  readonly undoes?: string;
  /** Of an undo that came to its end. */
  readonly isComplete?: boolean;
  /** Set when the command has ended; none of one that was killed, or still runs. `contact updated` → how many. */
  readonly counts?: Readonly<Record<string, number>>;
  /** How many requests were never answered. */
  readonly unanswered?: number;
  readonly endedAt?: number;
  /** Not in the file: it cannot be read, and only its journal says what was changed. */
  readonly isDamaged?: true;
}

export const headerOf = (folder: string) => join(folder, 'entry.json');

/** Null where there is none, or where it cannot be read. */
export function readHeader(folder: string): EntryHeader | null {
  try {
    const value: unknown = JSON.parse(keptText(headerOf(folder)) ?? 'null');
    return isHeader(value) ? value : null;
  } catch {
    return null;
  }
}

/** Of an entry whose entry.json cannot be read: listed, so that no one takes an older one for the latest. */
export const damagedHeader = (id: string, profile: string, at: number): EntryHeader => ({
  ...{ version: 1, id, at: Math.floor(at), profile, user: '', host: '', command: [] },
  ...{ baseUrl: null, keyMark: null, isDamaged: true },
});

const isText = (value: unknown) => typeof value === 'string';
/** What a date can be made of. */
const isMoment = (value: unknown) => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

function isHeader(value: unknown): value is EntryHeader {
  if (!isObject(value) || value['version'] !== 1) return false;
  const {
    id,
    profile,
    user,
    host,
    at,
    endedAt = at,
    order = at,
    baseUrl,
    keyMark: mark,
    command,
    counts = {},
    process: writer,
  } = value;
  return (
    [id, profile, user, host].every(isText) &&
    [at, endedAt, order].every(isMoment) &&
    [baseUrl, mark].every((one) => one == null || isText(one)) &&
    Array.isArray(command) &&
    command.every(isText) &&
    isObject(counts) &&
    Object.values(counts).every((count) => typeof count === 'number') &&
    (writer === undefined || typeof objectIn(writer)['pid'] === 'number')
  );
}

const HIDDEN = '…';

const SECRET_NAME = /(?:^|[-_])(?:key|token|secret|password|passwd|pwd|credential|authorization|cookie|signature)s?$/i;
/** Keys, tokens and secrets that their form gives away, wherever they stand. */
const SECRET_TEXT =
  /\b(?:gsk|whsec|sk|pk|ghp|gho|xox[abp]|AKIA)[_-][\w-]{6,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+|\bBearer\s+\S+|\bBasic\s+[\w+/=]{6,}/gi;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));

function withoutUserInfo(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`);
}

/** `password=x`, `x-api-key: x`, `?token=x`; the name stays. */
function withoutNamedValues(text: string): string {
  const header = /^[\w-]+(?=:\s)/.exec(text)?.[0];
  if (header !== undefined && isSecretName(header)) return `${header}:${HIDDEN}`;
  return text
    .split(/(?<=[&;,?\s])/)
    .map((part) => {
      const [, name = '', sign = ''] = /^([\w-]+)(:=|=|:)/.exec(part) ?? [];
      return isSecretName(name) ? `${name}${sign}${HIDDEN}${/[&;,]$/.exec(part)?.[0] ?? ''}` : part;
    })
    .join('');
}

function harmlessWord(word: string): string {
  const [, name, value] = /^--([\w-]+)=(.*)$/s.exec(word) ?? [];
  if (name !== undefined && value !== undefined && isSecretName(name)) return `--${name}=${HIDDEN}`;
  return withoutUserInfo(withoutNamedValues(word)).replace(SECRET_TEXT, HIDDEN);
}

export function withoutSecrets(argv: readonly string[]): string[] {
  return argv.map((word, index) => {
    const option = /^--([\w-]+)$/.exec(argv[index - 1] ?? '')?.[1];
    const isValue = option !== undefined && isSecretName(option) && !word.startsWith('--');
    return isValue ? HIDDEN : harmlessWord(word);
  });
}

export const commandText = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');

async function readStore(call: Call): Promise<{ readonly mark?: unknown }> {
  try {
    return objectIn((await call(routes.local.store)).data);
  } catch {
    // A damaged or missing store: it is about to be replaced, or the command itself fails of it.
    return {};
  }
}

export const addressMark = (baseUrl: string, key: string): string =>
  createHash('sha256').update(`${baseUrl}\0${key}`).digest('hex').slice(0, 16);

/**
 * The beginning of a hash of the address and the key, from which the key cannot be had; of the service on this machine, of its
 * store. Null where that cannot be read.
 */
export async function keyMark(
  session: { readonly io: Io; readonly settings: Settings },
  profile: Profile,
  call: Call | null,
): Promise<string | null> {
  if (profile.baseUrl === null) {
    const store = call === null ? null : await readStore(call);
    return typeof store?.mark === 'string' ? store.mark : null;
  }
  const key = await keyOf(session, profile);
  return addressMark(profile.baseUrl.value, key);
}
