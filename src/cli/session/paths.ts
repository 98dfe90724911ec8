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

/** An XDG variable counts only when it holds an absolute path (XDG Base Directory Specification). */
function xdg(where: PathsIo, name: string, fallback: string): string {
  const value = getOwn(where.env, name);
  return value?.startsWith('/') ? join(value, 'reach') : join(where.homeDir, fallback, 'reach');
}

/** Each is worked out when it is first asked for: without a home directory, much can still be done. */
export function pathsOf(where: PathsIo): Paths {
  const home = where.env['REACH_HOME'];
  if (home !== undefined && home !== '') {
    // Keys would be kept wherever the command happens to be run.
    if (!isAbsolute(home))
      throw new UsageError(`REACH_HOME: ${home} is not an absolute path`, {
        hint: 'write it from the root; the shell expands $HOME inside double quotes, and ~ in no quotes',
      });
    return {
      config: join(home, 'config'),
      state: join(home, 'state'),
      cache: join(home, 'cache'),
      data: join(home, 'data'),
    };
  }
  if (where.platform === 'win32') {
    const roaming = () => where.env['APPDATA'] ?? join(where.homeDir, 'AppData', 'Roaming');
    const local = (name: string) =>
      join(where.env['LOCALAPPDATA'] ?? join(where.homeDir, 'AppData', 'Local'), 'reach', name);
    return lazy(
      () => join(roaming(), 'reach'),
      () => local('state'),
      () => local('cache'),
      () => local('data'),
    );
  }
  if (where.platform === 'darwin') {
    const support = (...names: string[]) => join(where.homeDir, 'Library', 'Application Support', 'reach', ...names);
    return lazy(
      () => support(),
      () => support('state'),
      () => join(where.homeDir, 'Library', 'Caches', 'reach'),
      () => support('data'),
    );
  }
  return lazy(
    () => xdg(where, 'XDG_CONFIG_HOME', '.config'),
    () => xdg(where, 'XDG_STATE_HOME', '.local/state'),
    () => xdg(where, 'XDG_CACHE_HOME', '.cache'),
    () => xdg(where, 'XDG_DATA_HOME', '.local/share'),
  );
}

function lazy(config: () => string, state: () => string, cache: () => string, data: () => string): Paths {
  return {
    get config() {
      return config();
    },
    get state() {
      return state();
    },
    get cache() {
      return cache();
    },
    get data() {
      return data();
    },
  };
}
