import { expect, test } from 'vitest';
import { commandChecks, unconfirmedChecks } from '../../../../src/cli/tool/doctor/checks.ts';
import type { Difference } from '../../../../src/client/compatibility/definitions/compare.ts';
import { routes } from '../../../../src/contract/routes/routes.ts';

const missing = (request: string, part: Difference['part'], ours: string, isNeeded?: true): Difference => ({
  ...{ request, part, ours, theirs: null, kind: 'missing', undocumented: 'not shown' },
  ...(isNeeded && { isNeeded }),
});

const { lists, workflows, campaigns, contacts } = routes;
const COMMANDS = [
  { path: 'list list', routes: [lists.list] },
  { path: 'workflow list', routes: [workflows.list] },
  { path: 'campaign add-contact', routes: [campaigns.addContact, campaigns.list] },
  { path: 'contacts list', routes: [contacts.list, lists.list] },
  { path: 'commands', routes: [] },
];

const messages = (differences: readonly Difference[], used = {}) =>
  commandChecks(COMMANDS, differences, used).map(({ status, message }) => `${status} ${message}`);

test('each command is ready, degraded or not possible, with the reason', () => {
  expect(messages([])).toEqual(['ok all 4 commands ready for this service']);
  const found = messages([
    missing('GET /v1/lists', 'path', '/v1/lists'),
    missing('GET /v1/workflows', 'query', 'search'),
    missing('POST /v1/add-contact-to-campaign', 'body', 'contactId', true),
  ]);
  expect(found).toEqual([
    'warning list list: degraded, as it is as the condition field platform.listIds offers them; what they hold is not shown',
    'warning workflow list: degraded, as the service does not know search',
    'warning campaign add-contact: not possible with this service, which does not know contactId',
    'warning contacts list: degraded, as it does without GET /v1/lists',
    'ok 0 commands ready for this service',
  ]);
});

test('of a service that says nothing of itself', () => {
  expect(unconfirmedChecks(COMMANDS, {}).map(({ message }) => message)).toEqual([
    'list list: degraded, as nothing confirms GET /v1/lists: it is as the condition field platform.listIds offers them; what they hold is not shown',
    'workflow list: degraded, as nothing confirms search, status, name',
    'campaign add-contact: not possible with this service, as nothing confirms what POST /v1/add-contact-to-campaign takes',
    'contacts list: degraded, as nothing confirms listId, actionsId',
    '0 commands ready for this service',
  ]);
});

test('a path that was set makes the command ready', () => {
  const used = { 'GET /v1/lists': { path: '/v1/contact-lists' } };
  expect(messages([missing('GET /v1/lists', 'path', '/v1/lists')], used)).toHaveLength(1);
});
