// entry.json of an entry of the history: what the command was, and how it ended.

import { join } from 'node:path';
import { isObject } from '../../../contract/json.ts';
import { keptText } from '../../files/bounded-read.ts';

export interface EntryHeader {
  readonly version: 1;
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  readonly user: string;
  readonly host: string;
  readonly profile: string;
  /** Null for the service on this machine. */
  readonly baseUrl: string | null;
  /** Of the key that it was sent with, or of the store, as `keyMark` makes it: one address serves many workspaces. */
  readonly keyMark: string | null;
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

function isHeader(value: unknown): value is EntryHeader {
  return (
    isObject(value) &&
    value['version'] === 1 &&
    typeof value['id'] === 'string' &&
    typeof value['at'] === 'number' &&
    typeof value['profile'] === 'string' &&
    Array.isArray(value['command'])
  );
}
