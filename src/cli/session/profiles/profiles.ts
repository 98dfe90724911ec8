// Profiles: where the service is and with which key. Read with plain fs (conf costs 80 ms); written by conf, under a lock.

import { join } from 'node:path';
import { dictionary, getOwn, given, isObject, objectIn } from '../../../contract/json.ts';
import type { Renamed, Renames } from '../../../contract/learned.ts';
import { keptText } from '../../files/bounded-read.ts';
import { CliError, diskError, UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { Paths } from '../paths.ts';

export interface StoredProfile {
  readonly baseUrl: string;
  /** None after `auth logout`, or where the key is in the keychain. */
  readonly key?: string;
  readonly keychain?: string;
  /** Default output of this profile's commands. */
  readonly output?: string;
  readonly contactedWithin?: string;
  /** What the user set of what the service calls otherwise. */
  readonly sync?: Sync;
}

export interface Sync {
  /** RFC 3339. */
  readonly at: string;
  readonly renames: Renames;
}

interface Config {
  readonly version: 1;
  /** Empty where the file has profiles and does not say which. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, StoredProfile>>;
  /** Name → command line; left out where there are none. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A value and where it came from: `flag`, `REACH_…`, `profile NAME`, `default`. */
interface From<T> {
  readonly value: T;
  readonly from: string;
}

export interface Profile {
  readonly name: string;
  readonly namedBy: string;
  /** `null`: the service on this machine, called in-process. */
  readonly baseUrl: From<string> | null;
  /** Of the service on this machine, the name of its twin; null for its own workspace. */
  readonly twin: string | null;
  /** `null`: none is needed (`local`) or none was given. */
  readonly key: From<string> | null;
  /** The name of the key in the keychain, where that has it; `key` is null then. */
  readonly keychain: string | null;
  readonly output: From<string> | null;
  /** The default of `--contacted-within`; null for none. */
  readonly contactedWithin: string | null;
  /** Names that the user set; null where there are none. */
  readonly sync: Sync | null;
}

const EMPTY: Config = { version: 1, current: 'local', profiles: {} };

/** What stands in place of an address for a twin: a copy of another workspace, on this machine. */
const TWIN_ADDRESS = 'twin:';

export const twinProfile = (name: string): StoredProfile => ({ baseUrl: TWIN_ADDRESS + name });

/** The twin of a stored profile; null for one that leads to an address. */
export const twinOf = ({ baseUrl }: StoredProfile): string | null =>
  baseUrl.startsWith(TWIN_ADDRESS) ? checkProfileName(baseUrl.slice(TWIN_ADDRESS.length)) : null;

export const configFile = (paths: Paths) => join(paths.config, 'config.json');

/** A word of a command line that is run. */
const KEYCHAIN_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function storedProfile(value: unknown): StoredProfile | null {
  if (!isObject(value) || typeof value['baseUrl'] !== 'string') return null;
  const { baseUrl, key, keychain, output, contactedWithin } = value;
  if (key !== undefined && typeof key !== 'string') return null;
  if (keychain !== undefined && !(typeof keychain === 'string' && KEYCHAIN_NAME.test(keychain))) return null;
  const text = (one: unknown) => (typeof one === 'string' ? one : undefined);
  const sync = syncOf(value['sync']) ?? undefined;
  return {
    baseUrl,
    ...given({ key, keychain, output: text(output), contactedWithin: text(contactedWithin), sync }),
  };
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string');

/** The names of a request, as a file has them that any build may have written. */
function renamedOf(value: unknown): Renamed {
  if (!isObject(value)) return {};
  const { path, query, body } = value;
  return {
    ...(typeof path === 'string' && path.startsWith('/') && { path }),
    ...(isTexts(query) && { query }),
    ...(isTexts(body) && { body }),
  };
}

function syncOf(value: unknown): Sync | null {
  if (!isObject(value) || typeof value['at'] !== 'string' || !isObject(value['renames'])) return null;
  const entries = Object.entries(value['renames']).map(([request, one]) => [request, renamedOf(one)] as const);
  const renames = dictionary(Object.fromEntries(entries.filter(([, names]) => Object.keys(names).length > 0)));
  return Object.keys(renames).length === 0 ? null : { at: value['at'], renames };
}

const FIX_FILE = 'fix it, or delete it and log in again: reach auth login';

/** The stored configuration; an empty one where there is no file. A file that cannot be read is exit 2, with its path. */
export function readConfig(paths: Paths): Config {
  const file = configFile(paths);
  const text = keptText(file);
  if (text === null) return EMPTY;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON`, { hint: FIX_FILE });
  }
  const { profiles: input = {}, current: named, aliases: words } = objectIn(parsed);
  if (!isObject(parsed) || !isObject(input)) {
    const what = isObject(parsed) ? `"profiles" of ${file}` : file;
    throw new UsageError(`${what} is not an object`, { hint: FIX_FILE });
  }
  const profiles = dictionary<StoredProfile>();
  for (const [name, value] of Object.entries(input)) {
    const profile = storedProfile(value);
    if (profile === null) {
      throw new UsageError(`${file}: profile "${name}" has no baseUrl, or a key that is not valid`, {
        hint: 'fix it in the file, or delete the file and log in again: reach auth login',
      });
    }
    profiles[name] = profile;
  }
  const unset = Object.keys(profiles).length === 0 ? 'local' : '';
  const current = typeof named === 'string' ? named : unset;
  const aliases = aliasesOf(words);
  return { version: 1, current, profiles, ...(aliases !== null && { aliases }) };
}

function aliasesOf(value: unknown): NonNullable<Config['aliases']> | null {
  if (!isObject(value)) return null;
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return dictionary(Object.fromEntries(texts));
}

/** Reads, changes and writes the configuration while no other reach process can. */
export async function changeConfig(io: Io, paths: Paths, change: (config: Config) => Config): Promise<Config> {
  const { withLock } = await import('../../files/lock.ts');
  return await withLock(join(paths.config, 'config.lock'), io, async () => {
    const before = readConfig(paths);
    const next = change(before);
    if (JSON.stringify(next) !== JSON.stringify(before)) await write(paths, withUnknown(paths, next));
    return next;
  });
}

const KNOWN = ['version', 'current', 'profiles', 'aliases'];
const KNOWN_OF_PROFILE = ['baseUrl', 'key', 'keychain', 'output', 'contactedWithin', 'sync'];

function unknownOf(value: unknown, known: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name)));
}

/** With the members of the file that this version does not know. Exit 6 for the file of a newer version. */
function withUnknown(paths: Paths, config: Config): Record<string, unknown> {
  const file = configFile(paths);
  const stored: unknown = JSON.parse(keptText(file) ?? '{}');
  const { version, profiles } = objectIn(stored);
  if (typeof version === 'number' && version > config.version) {
    throw new CliError('conflict', 'newer_config', `${file} was written by a newer version of reach`, {
      hint: 'update reach, or set REACH_HOME to another folder; nothing was changed',
    });
  }
  const before = objectIn(profiles);
  return {
    ...unknownOf(stored, KNOWN),
    ...config,
    profiles: dictionary(
      Object.fromEntries(
        Object.entries(config.profiles).map(([name, profile]) => [
          name,
          { ...unknownOf(getOwn(before, name), KNOWN_OF_PROFILE), ...profile },
        ]),
      ),
    ),
  };
}

async function write(paths: Paths, config: Record<string, unknown>): Promise<void> {
  const { default: Conf } = await import('conf');
  try {
    const conf = new Conf<Record<string, unknown>>({
      projectName: 'reach',
      projectSuffix: '',
      cwd: paths.config,
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
    });
    conf.store = config;
  } catch (error) {
    throw diskError('write', `cannot write ${configFile(paths)}`, error);
  }
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A name a stored profile may have. */
export function checkProfileName(name: string): string {
  if (name === 'local' || name === 'env') {
    throw new UsageError(`the profile name "${name}" is reserved`, {
      hint:
        name === 'local'
          ? '`local` is the service on this machine'
          : '`env` is what REACH_BASE_URL and REACH_API_KEY give',
    });
  }
  if (!NAME.test(name)) {
    throw new UsageError(
      `"${name}" is not a valid profile name: use letters, digits, dots, dashes and underscores, at most 64`,
    );
  }
  return name;
}

/** Whose workspace it is, of what is kept of workspaces: a key of the environment may be that of another one each time. */
export function workspaceOwner({ name, baseUrl, key }: Pick<Profile, 'name' | 'baseUrl' | 'key'>): string {
  if (baseUrl === null || key?.from !== 'REACH_API_KEY') return name;
  return `${name} ${maskedKey(key.value)}`;
}

/** The first and last characters, enough to tell two keys apart. */
export function maskedKey(key: string): string {
  return key.length > 16 ? `${key.slice(0, 4)}…${key.slice(-4)}` : '…';
}
