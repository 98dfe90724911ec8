// A service that says nothing of itself and ignores what it does not know: no name of our own choice is sent to it, and
// nothing that it would answer all the same is taken for what was asked for.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Route } from '../../../src/contract/routes/route.ts';
import { routes } from '../../../src/contract/routes/routes.ts';
import { isRecord } from '../../stranger/route.ts';
import { type Seeded, seed } from '../../stranger/seed.ts';
import type { StrangerRequest } from '../../stranger/server.ts';
import { fill } from '../../stranger/table/proof.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

let drive: Drive;
let desk: Desk;
let ids: Seeded;
beforeAll(async () => {
  drive = await openDrive({ mode: 'minimal', switches: { isDescribed: false } });
  desk = await drive.desk('env');
  desk.write({
    'autumn.yaml': 'name: Autumn\nidentityId: 7\nsteps:\n  - { type: email, subject: Hi, content: Hello }\n',
  });
});
afterAll(() => drive.close());
beforeEach(() => {
  drive.stranger.reset();
  ids = seed(drive.stranger.store);
});

const every: readonly Route[] = Object.values(routes).flatMap((rows) => Object.values<Route>(rows));

function routeOf({ method, path }: StrangerRequest): Route | undefined {
  const shape = (route: Route) => new RegExp(`^${route.path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`);
  const found = every.filter((route) => route.method === method && shape(route).test(path));
  return found.find((route) => route.path === path) ?? found[0];
}

/** What the interface does not show: names in a request, or the request itself. */
function undocumentedIn(request: StrangerRequest): string[] {
  const route = routeOf(request);
  const names = [...Object.keys(request.query), ...Object.keys(isRecord(request.body) ? request.body : {})];
  if (route === undefined) return [];
  if (route.undocumented === true) return [`${request.method} ${request.path}`];
  const { undocumentedQuery = [], undocumentedBody = [] } = route;
  const open = names.filter((name) => name !== 'page' && name !== 'pageSize');
  return undocumentedBody === 'whole'
    ? open
    : open.filter((name) => undocumentedQuery.includes(name) || undocumentedBody.includes(name));
}

test.each([
  // The CLI filters by itself, or does without.
  ['campaign list --status DRAFT', 0, 'done here'],
  ['campaign show "Q3 launch"', 0, ''],
  ['workflow list --search verify', 0, 'done here'],
  ['workflow list --status PUBLISHED', 0, 'left out'],
  ['workflow runs {workflow} --trigger MANUAL', 0, 'done here'],
  ['workflow runs {workflow} --status SUCCEEDED', 0, 'done here'],
  ['workflow graph {workflow} --run {run}', 0, 'this is the draft'],
  ['workflow trigger {hook} -f people={ada}', 0, ''],
  ['list list --entity COMPANY', 0, 'platform.listIds'],
  ['contacts list --list "ICP DACH"', 0, ''],
  ['ai variable list --entity companies', 0, 'done here'],
  ['ai message list --channel EMAIL', 0, ''],
  ['finder filters --type LEAD', 0, ''],
  ['inbox threads --contact {ada} --unread', 5, 'confirms GET /v1/inboxes'],
  ['inbox messages {ada} --channel email', 5, 'confirms GET /v1/inboxes/{contactId}/messages'],
  ['contacts timeline {ada}', 1, 'left out: conversations'],
  ['contacts duplicates --by fullName', 0, ''],
  ['campaign create autumn.yaml', 0, 'left out, as this service does not know it: identityId'],
  ['inbox reply {ada} Hello --from {identity} --yes', 5, 'confirms POST /v1/inbox/messages'],
  // What was asked for depends on it.
  ['contacts list --actions {actions}', 5, 'has no definition that confirms actionsId of GET /v1/contacts'],
  ['workflow show {workflow} --published-version 1', 5, 'confirms version of GET /v1/workflow/{workflowId}'],
  ['inbox link --archived', 5, 'confirms archived of POST /v1/inbox/link'],
  ['campaign add-contact {campaign} {ada}', 5, 'confirms campaignId, contactId'],
  ['campaign add-list {campaign} {list}', 5, 'confirms campaignId, contactGroupId'],
  ['finder preview "CFOs in Paris"', 5, 'of POST /v1/ai-finder/previews'],
  ['ai folder create contacts Fresh', 5, 'confirms name'],
  ['inbox reply {ada} Hello --from {identity} --yes --request-id r1', 2, 'nothing confirms'],
  ['contacts search --include jobTitel=CTO', 2, 'did you mean "jobTitle"?'],
])('%s', async (line, code, text) => {
  const before = drive.stranger.requests.length;
  const ran = await desk.run(fill(line, ids));
  const sent = drive.stranger.requests.slice(before).filter(({ path }) => path !== '/definitions.json');
  expect(sent.flatMap(undocumentedIn)).toEqual([]);
  expect([ran.code, ran.stderr.includes(text)], ran.stderr).toEqual([code, true]);
  if (code !== 0) expect(ran.stdout.includes('{')).toBe(false);
});
