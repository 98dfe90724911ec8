// Names that a user gives to what the interface leaves open: `request=path` and `request.field=name`.

import { dictionary, getOwn } from '../../../contract/json.ts';
import { mergedNames, type Renamed, type Renames } from '../../../contract/learned.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { commaWords } from '../../terminal/settings.ts';
import type { Sync } from './profiles.ts';

const everyRequest: ReadonlyMap<string, Route> = new Map(
  Object.entries(routes).flatMap(([group, rows]) =>
    Object.entries<Route>(rows).map(([row, route]) => [`${group}.${row}` as string, route] as const),
  ),
);

const parametersIn = (path: string) => path.match(/\{\w+\}/g) ?? [];

/** `actions.run=/v1/enrichments` → where that request goes. Only paths that the interface does not show can be set. */
export function pathsOf(words: readonly string[]): Renames {
  const paths: Record<string, Renamed> = {};
  for (const word of words) {
    const [name = '', path = ''] = word.split(/=(.*)/s);
    const route = everyRequest.get(name);
    if (route?.undocumented !== true) {
      const open = [...everyRequest].flatMap(([known, { undocumented }]) => (undocumented === true ? [known] : []));
      const why = route === undefined ? 'is not a request' : 'has a path that the interface shows';
      throw new UsageError(`"${name}" ${why}`, { hint: `requests whose path can be set: ${open.join(', ')}` });
    }
    const wanted = parametersIn(route.path);
    if (!/^\/[\x21-\x7e]+$/.test(path) || parametersIn(path).join() !== wanted.join()) {
      const hint =
        wanted.length === 0 ? 'as in /v1/enrichments' : `it contains ${wanted.join(' and ')}, as in ${route.path}`;
      throw new UsageError(`"${path}" is not a valid path for ${name}`, { hint });
    }
    paths[`${route.method} ${route.path}`] = { path };
  }
  return paths;
}

/** Names of a request that the interface does not show; null where it shows none of them. */
function openNames({ method, undocumentedQuery = [], undocumentedBody = [] }: Route): readonly string[] | null {
  if (method !== 'GET' && undocumentedBody === 'whole') return null;
  return [...undocumentedQuery, ...(undocumentedBody === 'whole' ? [] : undocumentedBody)];
}

/** `campaigns.addContact.contactId=leadId` → what a field is called there. */
export function fieldsOf(words: readonly string[]): Renames {
  let all: Renames = {};
  for (const word of words) {
    const [whole = '', theirs = ''] = word.split(/=(.*)/s);
    const [, name = '', ours = ''] = /^(\w+\.\w+)\.(\w+)$/.exec(whole) ?? [];
    const route = everyRequest.get(name);
    if (route === undefined || theirs === '') {
      throw new UsageError(`"${word}" is not a field and its name there`, {
        hint: 'as in campaigns.addContact.contactId=leadId',
      });
    }
    const open = openNames(route);
    if (open !== null && !open.includes(ours)) {
      throw new UsageError(`"${ours}" of ${name} is not a name that the interface leaves open`, {
        hint: open.length === 0 ? 'it shows all of them' : `those are: ${open.join(', ')}`,
      });
    }
    const part = route.method === 'GET' ? 'query' : 'body';
    const request = `${route.method} ${route.path}`;
    all = { ...all, [request]: mergedNames(getOwn(all, request), { [part]: { [ours]: theirs } }) };
  }
  return all;
}

/** The names the profile uses, with these. */
export function syncWith(known: Sync | undefined, changes: readonly Renames[], at: string): { readonly sync?: Sync } {
  const entries = changes.flatMap((one) => Object.entries(one));
  if (entries.length === 0) return known === undefined ? {} : { sync: known };
  const renames = dictionary<Renamed>(known?.renames);
  for (const [request, one] of entries) renames[request] = mergedNames(renames[request], one);
  return { sync: { at, renames } };
}

/** Of the profile `env`: REACH_NAMES, both kinds, separated by commas. Null where it is not set. */
export function namesFromEnvironment({ env, now }: Pick<Io, 'env' | 'now'>): Sync | null {
  const words = commaWords(getOwn(env, 'REACH_NAMES') ?? '');
  if (words.length === 0) return null;
  const isPath = (word: string) => /^[^=]*=\//.test(word);
  try {
    const changes = [pathsOf(words.filter(isPath)), fieldsOf(words.filter((word) => !isPath(word)))];
    return syncWith(undefined, changes, new Date(now()).toISOString()).sync ?? null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`REACH_NAMES: ${error.message}`, { hint: error.hint });
  }
}
