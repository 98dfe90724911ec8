// Refusals: all problems at once, and nothing is started.

import { expect, test } from 'vitest';
import { contact, known, list, openActionWorld, post, world } from './action-world.ts';

openActionWorld();

const VERIFY = [{ type: 'VERIFY_LEAD_EMAIL' }];

test('exactly one target is required', async () => {
  for (const targets of [{}, { contactIds: [1], companyIds: [1] }, { contactIds: [1], contactGroupIds: [1] }]) {
    expect((await post('/v1/actions', { actions: VERIFY, ...targets })).status).toBe(400);
  }
});

test('a target of the wrong kind is 400 and names the action', async () => {
  const { status, body } = await post('/v1/actions', {
    companyIds: [1],
    actions: [{ type: 'COMPANY_NETWORK_FROM_NAME' }, { type: 'VERIFY_LEAD_EMAIL' }],
  });
  expect([status, body.details.issues]).toEqual([
    400,
    [
      {
        path: 'actions[1].type',
        code: 'wrong_target',
        message: 'VERIFY_LEAD_EMAIL works on contacts, and companyIds names companies',
      },
    ],
  ]);
});

test('mutex rules of the search: text alone; savedFilterId not with filters, but with keyword; one of the four', async () => {
  const asked = async (options: unknown) => {
    const actions = [{ type: 'SEARCH_LEADS_FROM_NETWORK_COMPANY', options }];
    const { status, body } = await post('/v1/actions', { companyIds: [1], actions });
    return [status, (body.details?.issues ?? []).map(({ path, code }: Record<string, string>) => `${path} ${code}`)];
  };
  const at = 'actions[0].options';
  expect(await asked({ text: 'a', savedFilterId: 1, filters: {}, keyword: 'b' })).toEqual([
    400,
    [`${at}.savedFilterId exclusive`, `${at}.filters exclusive`, `${at}.filters exclusive`, `${at}.keyword exclusive`],
  ]);
  expect(await asked({ savedFilterId: 1, filters: {} })).toEqual([400, [`${at}.filters exclusive`]]);
  expect(await asked({})).toEqual([400, [`${at}.text required`]]);
  expect(await asked(undefined)).toEqual([400, [`${at}.text required`]]);
  expect(await asked({ keyword: 'b', maxLeadsToImport: 11 })).toEqual([400, [`${at}.maxLeadsToImport too_big`]]);
  expect(await asked({ text: 'x'.repeat(501) })).toEqual([400, [`${at}.text too_big`]]);
});

test('ids that are not there: 404 with each of them; lists of the other kind: 422', async () => {
  const id = await contact(known);
  const companies = await list('COMPANY', [], 'Companies');
  const gone = await post('/v1/actions', { contactIds: [id, 98, 99], actions: VERIFY });
  expect([gone.status, gone.body.details.issues.map(({ path }: { path: string }) => path)]).toEqual([
    404,
    ['contactIds[1]', 'contactIds[2]'],
  ]);
  expect((await post('/v1/actions', { contactGroupIds: [companies], actions: VERIFY })).status).toBe(422);
  expect((await post('/v1/actions', { contactGroupIds: [77], actions: VERIFY })).status).toBe(404);
  const search = { type: 'SEARCH_LEADS_FROM_NETWORK_COMPANY' };
  const into = (options: unknown) =>
    post('/v1/actions', { companyGroupIds: [companies], actions: [{ ...search, options }] });
  expect((await into({ text: 'a', destinationContactGroupId: companies })).status).toBe(422);
  expect((await into({ savedFilterId: 9 })).status).toBe(404);
  await world.work();
  expect((await world.call('GET', '/v1/actions/1/status')).status).toBe(404);
});

test('CRM actions without a CRM: 403', async () => {
  await world.control('PATCH', '/_local/features', { crm: false });
  const { status, body } = await post('/v1/actions', {
    contactIds: [await contact(known)],
    actions: [{ type: 'EXPORT_TO_CRM' }],
  });
  expect([status, body.details]).toEqual([403, { feature: 'crm' }]);
});
