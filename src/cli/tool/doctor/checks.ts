// Checks of reach doctor on this machine.

import { existsSync, statSync } from 'node:fs';
import { type BaseUrl, parseBaseUrl } from '../../../client/base-url.ts';
import { decideProxy } from '../../../client/transport/proxy.ts';
import { counted } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Paths } from '../../session/paths.ts';
import { configFile, type Profile } from '../../session/profiles/profiles.ts';
import type { Io } from '../../terminal/io.ts';
import { whyNotWritable } from '../../terminal/system-error.ts';

export interface Check {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly hint: string | null;
}

export const ok = (check: string, message: string): Check => ({ check, status: 'ok', message, hint: null });
export const warning = (check: string, message: string, hint: string): Check => {
  return { check, status: 'warning', message, hint };
};
export const problem = (check: string, message: string, hint: string): Check => {
  return { check, status: 'problem', message, hint };
};

/** The oldest Node that reach runs on: package.json, `engines`. */
const NODE_LEAST = [20, 19] as const;

export function nodeCheck(nodeVersion: string): Check {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number);
  const [least, leastMinor] = NODE_LEAST;
  const isOld = major < least || (major === least && minor < leastMinor);
  return isOld
    ? problem('node', `Node ${nodeVersion} is too old`, `install Node ${least}.${leastMinor} or later`)
    : ok('node', `Node ${nodeVersion}`);
}

/** Whether group or others can access it. */
function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0;
}

export function permissionCheck(paths: Paths, platform: string): Check {
  const file = configFile(paths);
  if (!existsSync(file)) return ok('config', `no saved profiles (${file} does not exist)`);
  if (platform === 'win32') return ok('config', file);
  const open = [file, paths.config].filter(isOpenToOthers);
  return open.length === 0
    ? ok('config', `${file}, readable only by you`)
    : problem('config', `${open.join(' and ')} can be read by others and contains keys`, `chmod go= ${open.join(' ')}`);
}

/** Whether imports can keep their state; asked of the folder it would be made in, and nothing is written. */
export function stateCheck({ state }: Pick<Paths, 'state'>): Check {
  const why = whyNotWritable(state);
  if (why === null) return ok('state', `${state} can be written`);
  return problem(
    'state',
    `${state} cannot be written: ${why}`,
    'make it writable, or set REACH_HOME to another folder',
  );
}

export function environmentChecks({ env }: Pick<Io, 'env'>): Check[] {
  const input = (name: string) => (getOwn(env, name) === '' ? undefined : getOwn(env, name));
  const checks: Check[] = [];
  const set = Object.keys(env).filter((name) => name.startsWith('REACH_') && input(name) !== undefined);
  checks.push(ok('environment', set.length === 0 ? 'no REACH_ variable is set' : `set: ${set.sort().join(', ')}`));
  const ca = input('NODE_EXTRA_CA_CERTS');
  if (ca !== undefined) {
    const hint = 'point it to a PEM file, or unset it';
    checks.push(
      existsSync(ca)
        ? ok('certificates', `including those in ${ca}`)
        : problem('certificates', `NODE_EXTRA_CA_CERTS: ${ca} does not exist`, hint),
    );
  }
  if (input('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    const hint = 'unset it; for your own certificate authority, set NODE_EXTRA_CA_CERTS=FILE.pem';
    checks.push(problem('certificates', 'NODE_TLS_REJECT_UNAUTHORIZED=0 sends your key to any server', hint));
  }
  return checks;
}

/** Whether requests go through a proxy, decided as each command does; throws where a variable holds no proxy. */
export function proxyChecks(baseUrl: BaseUrl | null, { env }: Pick<Io, 'env'>): Check[] {
  const { variable, route, bypassedBy } = decideProxy(baseUrl, env);
  if (variable === null) return [];
  return [
    ok(
      'proxy',
      route === null
        ? `${variable} is not used: ${bypassedBy}`
        : `${variable}: requests go through ${route.name}; NO_PROXY does not contain ${baseUrl?.host}`,
    ),
  ];
}

export function profileChecks(profile: Profile, sync: Profile['sync'] = profile.sync): Check[] {
  const { name, namedBy, baseUrl, key, keychain } = profile;
  if (baseUrl === null) return [ok('profile', `${name} (${namedBy}): the service on this machine`)];
  const checks = [ok('profile', `${name} (${namedBy}): ${baseUrl.value}`)];
  const { protocol } = new URL(parseBaseUrl(baseUrl.value).href);
  checks.push(
    protocol === 'https:'
      ? ok('transport', 'https')
      : warning('transport', 'plain http, which is only private on this machine', 'use https for a service elsewhere'),
  );
  const isKey = key !== null && /^gsk_./.test(key.value);
  checks.push(
    isKey || keychain !== null
      ? ok('key', `from ${key?.from ?? `the keychain, profile ${name}`}`)
      : warning('key', key === null ? 'no key' : 'does not begin with gsk_', `reach auth login --profile ${name}`),
  );
  const renamed = Object.keys(sync?.renames ?? {}).length;
  if (sync !== null)
    checks.push(
      ok(
        'names',
        `${counted(renamed, 'request')} with names of the service (${name === 'env' ? 'REACH_NAMES' : `reach profile set, ${sync.at}`})`,
      ),
    );
  return checks;
}
