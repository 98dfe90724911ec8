// Checks of reach doctor: on this machine; and which commands work with the live service, which only in part, and which it cannot
// serve. The first request of a command is what it is about; it can do without the others.

import { X509Certificate } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { type BaseUrl, parseBaseUrl } from '../../../client/base-url.ts';
import type { Difference } from '../../../client/compatibility/definitions/compare.ts';
import { documentedWay } from '../../../client/compatibility/documented-ways.ts';
import { decideProxy } from '../../../client/transport/proxy.ts';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Renames } from '../../../contract/learned.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { boundedText } from '../../files/bounded-read.ts';
import type { TreeCommand } from '../../session/about.ts';
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

export function permissionCheck(paths: Paths, platform: string): Check {
  const file = configFile(paths);
  if (!existsSync(file)) return ok('config', `no saved profiles (${file} does not exist)`);
  if (platform === 'win32') return ok('config', file);
  const open = [file, paths.config].filter((path) => (statSync(path).mode & 0o077) !== 0);
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

/** Node itself only warns of others, and goes on without. */
function hasCertificate(file: string): boolean {
  try {
    new X509Certificate(boundedText(file, file));
    return true;
  } catch {
    return false;
  }
}

export function environmentChecks({ env }: Pick<Io, 'env'>): Check[] {
  const input = (name: string) => (getOwn(env, name) === '' ? undefined : getOwn(env, name));
  const checks: Check[] = [];
  const set = Object.keys(env).filter((name) => name.startsWith('REACH_') && input(name) !== undefined);
  checks.push(ok('environment', set.length === 0 ? 'no REACH_ variable is set' : `set: ${set.sort().join(', ')}`));
  const ca = input('NODE_EXTRA_CA_CERTS');
  if (ca !== undefined) {
    const why = !existsSync(ca) ? 'does not exist' : hasCertificate(ca) ? null : 'has no certificate that can be read';
    checks.push(
      why === null
        ? ok('certificates', `including those in ${ca}`)
        : problem('certificates', `NODE_EXTRA_CA_CERTS: ${ca} ${why}`, 'point it to a PEM file, or unset it'),
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

const CHECK = 'commands';
const NO_PATH = 'if the service has it elsewhere: reach profile set --path';

export type ServedCommand = Pick<TreeCommand, 'path' | 'routes'>;

/** Differences that keep something from working, once the names in use are taken into account. */
const isOpen = ({ request, kind, part, ours, undocumented }: Difference, used: Renames) => {
  if (part === 'answer' || kind === 'type') return false;
  const known = getOwn(used, request);
  if (part === 'path') return known?.path === undefined;
  if (kind === 'required') return true;
  // What we chose is sent where it is there, and what the interface shows is never left out.
  return undocumented !== null && isLeftOpen(request, ours) && getOwn(known?.[part] ?? {}, ours) === undefined;
};

const every: ReadonlyMap<string, Route> = new Map(
  Object.values(routes).flatMap((rows) =>
    Object.values<Route>(rows).map((route) => [`${route.method} ${route.path}`, route] as const),
  ),
);

function isLeftOpen(request: string, name: string): boolean {
  const { effect, undocumentedQuery = [], undocumentedBody = [] } = every.get(request) ?? {};
  if (effect === 'write' && undocumentedBody === 'whole') return true;
  return [...undocumentedQuery, ...(undocumentedBody === 'whole' ? [] : undocumentedBody)].includes(
    name.split('.')[0] ?? name,
  );
}

const names = (differences: readonly Difference[], text: (one: Difference) => string | null) =>
  [...new Set(differences.map(text))].join(', ');

/** Why a request cannot be sent; null where it can. */
function obstacle(differences: readonly Difference[]): { readonly why: string; readonly hint: string } | null {
  const path = differences.find(({ part }) => part === 'path');
  if (path !== undefined) return { why: `with this service, which has no ${path.request}`, hint: NO_PATH };
  const unnamed = differences.filter(({ kind, isNeeded }) => isNeeded === true && kind !== 'required');
  if (unnamed.length > 0) {
    const why = `with this service, which does not know ${names(unnamed, ({ ours }) => ours)}`;
    return { why, hint: 'if it has another name there: reach profile set --field' };
  }
  const asked = differences.filter(({ kind, part }) => kind === 'required' && part === 'body');
  if (asked.length === 0) return null;
  const why = `with this service, which asks for ${names(asked, ({ theirs }) => theirs)}, which reach never sends`;
  return { why, hint: 'reach api sends any request' };
}

/** What the interface shows in place of a path that the service does not have. */
function documentedText(differences: readonly Difference[]): string | null {
  const path = differences.find(({ part }) => part === 'path');
  return path === undefined ? null : (documentedWay(path.request)?.how ?? null);
}

/** What a command does without; none where it is ready. */
function gaps(first: readonly Difference[], others: readonly (readonly Difference[])[]): string[] {
  const of = (kind: Difference['kind']) => first.filter((one) => one.kind === kind);
  const [without, needed] = [of('missing'), of('required')];
  const missing = others.flatMap((some) => (obstacle(some) === null ? [] : (some[0]?.request ?? [])));
  return [
    ...(without.length > 0 ? [`the service does not know ${names(without, ({ ours }) => ours)}`] : []),
    ...(needed.length > 0
      ? [`the service asks for ${names(needed, ({ theirs }) => theirs)}, which reach never sends`]
      : []),
    ...(missing.length > 0 ? [`it does without ${[...new Set(missing)].join(', ')}`] : []),
  ];
}

/** What a service without a definition may have, and how it is used then; null where the interface shows all of a request. */
function unconfirmed(route: Route | undefined, used: Renames): readonly [status: string, hint: string] | null {
  if (route === undefined || getOwn(used, `${route.method} ${route.path}`) !== undefined) return null;
  const { method, path, undocumented, undocumentedBody = [], undocumentedQuery = [] } = route;
  if (undocumented === true) {
    const way = documentedWay(`${method} ${path}`);
    return way === null
      ? [`not possible with this service, as nothing confirms ${method} ${path}`, NO_PATH]
      : [`degraded, as nothing confirms ${method} ${path}: it is ${way.how}`, NO_PATH];
  }
  if (undocumentedBody === 'whole') {
    const text = `not possible with this service, as nothing confirms what ${method} ${path} takes`;
    return [text, 'if you know its names there: reach profile set --field'];
  }
  const open = [...undocumentedBody, ...undocumentedQuery];
  if (open.length === 0) return null;
  return [`degraded, as nothing confirms ${open.join(', ')}`, 'filters are applied here; other values are left out'];
}

/** The same for a service that says nothing of itself. */
export function unconfirmedChecks(commands: readonly ServedCommand[], used: Renames): Check[] {
  const ready: string[] = [];
  const rows = commands.flatMap(({ path, routes: [first] }): Check[] => {
    if (first === undefined || first.access === 'ADMIN') return [];
    const found = unconfirmed(every.get(`${first.method} ${first.path}`), used);
    if (found !== null) return [warning(CHECK, `${path}: ${found[0]}`, found[1])];
    ready.push(path);
    return [];
  });
  return [...rows, readyCheck(ready, rows)];
}

/** Those that are ready are named where some are not. */
function readyCheck(ready: readonly string[], notReady: readonly Check[]): Check {
  const count = counted(ready.length, 'command');
  if (notReady.length === 0) return ok(CHECK, `all ${count} ready for this service`);
  return ok(CHECK, `${count} ready for this service${ready.length === 0 ? '' : `: ${ready.join(', ')}`}`);
}

/** A row for each command that is not ready, and one that names those that are. */
export function commandChecks(
  commands: readonly ServedCommand[],
  differences: readonly Difference[],
  used: Renames,
): Check[] {
  const open = groupBy(
    differences.filter((one) => isOpen(one, used)),
    ({ request }) => request,
  );
  const ready: string[] = [];
  const rows = commands.flatMap(({ path, routes }): Check[] => {
    const [first, ...others] = routes
      .filter(({ access }) => access !== 'ADMIN' && access !== 'WEBHOOK')
      .map((route) => open.get(`${route.method} ${route.path}`) ?? []);
    if (first === undefined) return [];
    const stopped = obstacle(first);
    const way = documentedText(first);
    if (way !== null) return [warning(CHECK, `${path}: degraded, as it is ${way}`, NO_PATH)];
    if (stopped !== null) return [warning(CHECK, `${path}: not possible ${stopped.why}`, stopped.hint)];
    const how = gaps(first, others);
    if (how.length === 0) {
      ready.push(path);
      return [];
    }
    const hint = 'filters are applied here; other values and parts are left out';
    return [warning(CHECK, `${path}: degraded, as ${how.join('; ')}`, hint)];
  });
  return [...rows, readyCheck(ready, rows)];
}
