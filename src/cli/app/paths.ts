// Where reach keeps its files. REACH_HOME moves all of it under one folder; else the platform's own places.

import { join } from 'node:path';
import { own } from '../../contract/dictionary.ts';

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

interface Where {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly homeDir: string;
}

/** An XDG variable counts only when it holds an absolute path (XDG Base Directory Specification). */
function xdg(where: Where, name: string, fallback: string): string {
  const value = own(where.env, name);
  return value?.startsWith('/') ? join(value, 'reach') : join(where.homeDir, fallback, 'reach');
}

export function pathsOf(where: Where): Paths {
  const home = where.env['REACH_HOME'];
  if (home !== undefined && home !== '') {
    return {
      config: join(home, 'config'),
      state: join(home, 'state'),
      cache: join(home, 'cache'),
      data: join(home, 'data'),
    };
  }
  if (where.platform === 'win32') {
    const roaming = where.env['APPDATA'] ?? join(where.homeDir, 'AppData', 'Roaming');
    const local = where.env['LOCALAPPDATA'] ?? join(where.homeDir, 'AppData', 'Local');
    return {
      config: join(roaming, 'reach'),
      state: join(local, 'reach', 'state'),
      cache: join(local, 'reach', 'cache'),
      data: join(local, 'reach', 'data'),
    };
  }
  if (where.platform === 'darwin') {
    const support = join(where.homeDir, 'Library', 'Application Support', 'reach');
    return {
      config: support,
      state: join(support, 'state'),
      cache: join(where.homeDir, 'Library', 'Caches', 'reach'),
      data: join(support, 'data'),
    };
  }
  return {
    config: xdg(where, 'XDG_CONFIG_HOME', '.config'),
    state: xdg(where, 'XDG_STATE_HOME', '.local/state'),
    cache: xdg(where, 'XDG_CACHE_HOME', '.cache'),
    data: xdg(where, 'XDG_DATA_HOME', '.local/share'),
  };
}
