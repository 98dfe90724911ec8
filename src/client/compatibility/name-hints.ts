// What a person can do where a service may have what it is asked for under another name.

import { own } from '../../contract/dictionary.ts';
import type { Learned, Proposal } from '../../contract/learned.ts';
import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';

/** `campaigns.addContact`, as profiles, proposals and REACH_NAMES name a request. */
function requestKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const all = Object.entries(routes).flatMap(([group, rows]) =>
    Object.entries<Route>(rows).map(([name, route]) => [`${group}.${name}`, route] as const),
  );
  const found = all.find(([, route]) => route.method === method && route.path === path);
  return found?.[0] ?? `${method} ${path}`;
}

/** Proposals of the definition on which a request waits: its path, or some of these names. */
const openProposals = (
  { method, path }: Pick<Route, 'method' | 'path'>,
  names: readonly string[] | 'path',
  learned: Learned | null,
): readonly Proposal[] =>
  (learned?.proposals ?? []).filter(
    ({ request, part, ours }) =>
      request === `${method} ${path}` && (names === 'path' ? part === 'path' : part !== 'path' && names.includes(ours)),
  );

/** How the user says it: in a saved profile, or for the profile of the environment. */
function setting(option: '--path' | '--field', pairs: readonly string[]): string {
  const flags = pairs.map((pair) => `${option} ${pair}`).join(' ');
  return `reach profile set PROFILE ${flags} (with REACH_BASE_URL: REACH_NAMES=${pairs.join(',')})`;
}

function acceptHint(proposals: readonly Proposal[]): string {
  const pairs = proposals.map(({ name, theirs }) => `${name}=${theirs}`);
  const all = proposals.map(({ name }) => name).join(' ');
  return `its definition proposes ${pairs.join(', ')}; if that is the same: reach profile sync --accept ${all} (with REACH_BASE_URL: REACH_NAMES=${pairs.join(',')})`;
}

/** What the interface shows of the same, where it is another question. */
const INSTEAD: Readonly<Record<string, string>> = {
  'GET /v1/actions/{actionsId}/records': 'reach action status has the counts; ',
  'GET /v1/workflow-runs/{runId}/records': 'reach workflow status has the counts; ',
};

export function pathHint(route: Route, learned: Learned | null): string {
  const proposals = openProposals(route, 'path', learned);
  if (proposals.length > 0) return acceptHint(proposals);
  const instead = own(INSTEAD, `${route.method} ${route.path}`) ?? '';
  const find = `${instead}the interface does not show this path; reach profile sync finds where the service has it`;
  return `${find}; to name it: ${setting('--path', [`${requestKey(route)}=/v1/…`])}`;
}

export function fieldHint(route: Route, names: readonly string[], learned: Learned | null): string {
  const proposals = openProposals(route, names, learned);
  const left = names.filter((name) => !proposals.some(({ ours }) => ours === name));
  const pairs = left.map((name) => `${requestKey(route)}.${name}=NAME`);
  const parts = [
    ...(proposals.length > 0 ? [acceptHint(proposals)] : []),
    ...(left.length > 0 ? [`the interface does not show this; to name it: ${setting('--field', pairs)}`] : []),
  ];
  return parts.join('; ');
}
