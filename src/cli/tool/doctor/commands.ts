// Which commands work with the live service, which only in part, and which it cannot serve. The first request of a command
// is what it is about; it can do without the others.

import type { Difference } from '../../../client/compatibility/definitions/compare.ts';
import { documentedWay } from '../../../client/compatibility/documented-ways.ts';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Renames } from '../../../contract/learned.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { TreeCommand } from '../../session/command-tree.ts';
import { type Check, ok, warning } from './checks.ts';

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

/** Whether the interface does not show a name of a request. */
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
