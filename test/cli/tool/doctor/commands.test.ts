import { expect, test } from 'vitest';
import { commandChecks } from '../../../../src/cli/tool/doctor/commands.ts';
import type { Difference } from '../../../../src/rules/definitions/compare.ts';

const missing = (request: string, part: Difference['part'], ours: string): Difference => ({
  ...{ request, part, ours, theirs: null, kind: 'missing', chosen: 'not shown' },
});

const messages = (differences: readonly Difference[], used = {}) =>
  commandChecks(differences, used).map(({ status, message }) => `${status} ${message}`);

test('each command is ready, degraded or not possible, with the reason', () => {
  const [all] = messages([]);
  expect(all).toMatch(/^ok \d+ commands ready for this service$/);
  const found = messages([
    missing('GET /v1/lists', 'path', '/v1/lists'),
    missing('GET /v1/workflows', 'query', 'search'),
  ]);
  expect(found).toContain('warning list list: not possible with this service, which has no GET /v1/lists');
  expect(found).toContain('warning workflow list: degraded, as the service does not know search');
});

test('a path that was set makes the command ready', () => {
  const used = { 'GET /v1/lists': { path: '/v1/contact-lists' } };
  expect(messages([missing('GET /v1/lists', 'path', '/v1/lists')], used)).toHaveLength(1);
});
