// Which profile a command works with, of the command line, the environment and the configuration.

import { existsSync } from 'node:fs';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { getOwn } from '../../../contract/json.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { Paths } from '../paths.ts';
import { configFile, type Profile, readConfig, twinOf } from './profiles.ts';

/** An address a key may be sent to, without a slash at the end. */
export const checkBaseUrl = (text: string): string => parseBaseUrl(text).href;

/**
 * Which profile a command works with. `--profile` wins; then REACH_BASE_URL with REACH_API_KEY, a profile of its own
 * called `env`; then REACH_PROFILE; then the current one; then `local`. A key alone in the environment is used with the
 * address of the profile that environment or configuration chose. One that was named on the command line keeps to its own
 * key where it has one: the variable may hold that of another service.
 */
export function resolveProfile(io: Pick<Io, 'env'>, paths: Paths, flag: string | undefined): Profile {
  const input = (name: string) => getOwn(io.env, name)?.trim() || undefined;
  const baseUrl = input('REACH_BASE_URL');
  const key = input('REACH_API_KEY');
  if (flag?.trim() === '') throw new UsageError('--profile is empty');
  if (flag === undefined && baseUrl !== undefined) {
    if (key === undefined) {
      throw new UsageError('REACH_BASE_URL is set and REACH_API_KEY is not', {
        hint: 'set both, or neither and choose a profile: reach profile list',
      });
    }
    return {
      name: 'env',
      namedBy: 'REACH_BASE_URL',
      baseUrl: { value: checkBaseUrl(baseUrl), from: 'REACH_BASE_URL' },
      twin: null,
      key: { value: key, from: 'REACH_API_KEY' },
      ...NOT_STORED,
    };
  }
  const config = readConfig(paths);
  const named = input('REACH_PROFILE');
  const name = flag ?? named ?? config.current;
  const namedBy =
    flag !== undefined
      ? '--profile'
      : named !== undefined
        ? 'REACH_PROFILE'
        : existsSync(configFile(paths))
          ? 'config'
          : 'default';
  const keyAlone = baseUrl === undefined && key !== undefined ? { value: key, from: 'REACH_API_KEY' } : null;
  if (name === 'local') {
    return { name, namedBy, baseUrl: null, twin: null, key: keyAlone, ...NOT_STORED };
  }
  if (name === '') {
    throw new UsageError(`${configFile(paths)} does not name the current profile`, {
      hint: 'choose one: reach profile use NAME, or --profile NAME',
    });
  }
  const stored = getOwn(config.profiles, name);
  if (stored === undefined) {
    const known = ['local', ...Object.keys(config.profiles)].join(', ');
    const origin = flag === undefined ? ` (named by ${namedBy})` : '';
    throw new UsageError(`no profile "${name}"${origin}`, {
      hint: `known: ${known}. Add it: reach auth login --profile ${name} --base-url URL`,
    });
  }
  const from = `profile ${name}`;
  const twin = twinOf(stored);
  const ownKey = stored.key === undefined ? null : { value: stored.key, from };
  const hasOwn = ownKey !== null || stored.keychain !== undefined;
  const used = keyAlone !== null && (flag === undefined || !hasOwn) ? keyAlone : ownKey;
  return {
    name,
    namedBy,
    baseUrl: twin === null ? { value: checkBaseUrl(stored.baseUrl), from } : null,
    twin,
    key: twin === null ? used : null,
    keychain: used === null ? (stored.keychain ?? null) : null,
    output: stored.output === undefined ? null : { value: stored.output, from },
    contactedWithin: stored.contactedWithin ?? null,
    sync: stored.sync ?? null,
  };
}

const NOT_STORED = { keychain: null, output: null, contactedWithin: null, sync: null };
