// What a profile, or the service at an address, was last found to have: one file per kind. It may be deleted at any time.

import { join } from 'node:path';
import type { JsonObject } from '../../contract/json.ts';
import type { Learned } from '../../contract/learned.ts';
import type { ConditionField } from '../../contract/workflows/plan.ts';
import type { BranchEnd } from '../../rules/workflows/file.ts';
import { keptText } from '../files/bounded-read.ts';
import { replacePrivateFile } from '../files/write-atomic.ts';
import type { NameKind } from './name-kinds.ts';
import type { Paths } from './paths.ts';

export type SeenKind = 'contactFields' | 'companyFields' | 'tones' | 'voices' | 'owners' | 'library';
/** With an id. */
export type SeenRecords = readonly JsonObject[];
export type SeenBlock = JsonObject & { readonly blockId: string };

interface CacheKinds extends Record<SeenKind, SeenRecords>, Record<`names-${NameKind}`, readonly string[]> {
  /** Null: the service has no definition. */
  readonly definition: Learned | null;
  readonly conditionFields: readonly ConditionField[];
  readonly blocks: readonly SeenBlock[];
  /** How the service writes the end of a path of a workflow. */
  readonly ends: BranchEnd;
  /** Marks of what the rules of this build would refuse, and the service has. */
  readonly accepted: readonly string[];
}

/** Raised when the values of a kind change: what another build wrote is as good as absent. */
const FORMAT = 3;
const FRESH_MS = 86_400_000;

interface Cached<T> {
  readonly value: T;
  /** For a day. After that it is read again where the service can be asked, and still used where it cannot. */
  readonly isFresh: boolean;
}

export interface Cache {
  /** Null where nothing is kept, or nothing readable. */
  read<K extends keyof CacheKinds>(kind: K): Cached<CacheKinds[K]> | null;
  /** Never throws: a disk that is full or read-only must not fail a command for the sake of the next one. */
  write<K extends keyof CacheKinds>(kind: K, value: CacheKinds[K]): void;
}

export interface CacheContext {
  readonly paths: Paths;
  readonly io: { now(): number };
}

function cacheAt({ paths, io }: CacheContext, owner: string): Cache {
  const fileOf = (kind: string) => join(paths.cache, encodeURIComponent(owner), `${kind}.json`);
  return {
    read: (kind) => {
      try {
        const file = JSON.parse(keptText(fileOf(kind)) ?? 'null');
        if (file?.format !== FORMAT) return null;
        return { value: file.value, isFresh: Math.abs(io.now() - file.at) < FRESH_MS };
      } catch {
        return null;
      }
    },
    write: (kind, value) => {
      try {
        replacePrivateFile(fileOf(kind), JSON.stringify({ format: FORMAT, at: io.now(), value }));
      } catch {
        // The reason is in the interface.
      }
    },
  };
}

export const profileCache = (context: CacheContext, profile: string): Cache => cacheAt(context, profile);

/** Of all profiles with this address. */
export function serviceCache(context: CacheContext, baseUrl: string): Cache {
  const { host, pathname } = new URL(baseUrl);
  return cacheAt(context, host + pathname.replace(/\/$/, ''));
}
