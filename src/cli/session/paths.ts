// Where reach keeps its files. REACH_HOME moves all of it under one folder; else the platform's own places.

import { isAbsolute, join } from 'node:path';
import { getOwn } from '../../contract/json.ts';
import { UsageError } from '../terminal/exit.ts';

export interface Paths {
  /** Profiles and keys. */
  readonly config: string;
  /** Import journals. */
  readonly state: string;
  /** What may be deleted at any time. */
  readonly cache: string;
  /** The store of the built-in profile `local`. */
  readonly data: string;
}

interface PathsIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly homeDir: string;
}

const XDG: Readonly<Record<keyof Paths, readonly [variable: string, fallback: string]>> = {
  config: ['XDG_CONFIG_HOME', '.config'],
  state: ['XDG_STATE_HOME', '.local/state'],
  cache: ['XDG_CACHE_HOME', '.cache'],
  data: ['XDG_DATA_HOME', '.local/share'],
};

function placeOf(where: PathsIo, kind: keyof Paths): string {
  if (where.platform === 'win32') {
    const [name, folder] = kind === 'config' ? ['APPDATA', 'Roaming'] : ['LOCALAPPDATA', 'Local'];
    return join(
      getOwn(where.env, name) ?? join(where.homeDir, 'AppData', folder),
      'reach',
      kind === 'config' ? '' : kind,
    );
  }
  if (where.platform === 'darwin') {
    if (kind === 'cache') return join(where.homeDir, 'Library', 'Caches', 'reach');
    return join(where.homeDir, 'Library', 'Application Support', 'reach', kind === 'config' ? '' : kind);
  }
  // A variable counts only when it holds an absolute path (XDG Base Directory Specification).
  const [name, fallback] = XDG[kind];
  const value = getOwn(where.env, name);
  return value?.startsWith('/') ? join(value, 'reach') : join(where.homeDir, fallback, 'reach');
}

/** Each is worked out when it is first asked for: without a home directory, much can still be done. */
export function pathsOf(where: PathsIo): Paths {
  const home = where.env['REACH_HOME'] || null;
  // Keys would be kept wherever the command happens to be run.
  if (home !== null && !isAbsolute(home))
    throw new UsageError(`REACH_HOME: ${home} is not an absolute path`, {
      hint: 'write it from the root; the shell expands $HOME inside double quotes, and ~ in no quotes',
    });
  const of = (kind: keyof Paths) => (home === null ? placeOf(where, kind) : join(home, kind));
  return {
    get config() {
      return of('config');
    },
    get state() {
      return of('state');
    },
    get cache() {
      return of('cache');
    },
    get data() {
      return of('data');
    },
  };
}
