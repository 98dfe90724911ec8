// Updates of the AI playbook that are refused, and who may neither read nor write it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlaybookUpdate } from '../../../../src/contract/playbook/endpoints.ts';
import { checkUpdate } from '../../../../src/rules/playbook/check.ts';
import { linksTo } from '../../../../src/service/core/principals.ts';
import { openStore } from '../../../../src/service/db/connection.ts';
import { updatePlaybook } from '../../../../src/service/resources/playbook/update.ts';
import { getPlaybook } from '../../../../src/service/resources/playbook/view.ts';
import { anyUpdate } from '../../../rules/playbook/generator.ts';
import { done, faq, openPlaybookWorld, path, product, put, read, world } from './playbook-world.ts';

openPlaybookWorld();

describe('rule 9: the whole request is validated before any write', () => {
  test('one bad item among good ones: nothing is written, all of it is reported', async () => {
    await done({ faqs: { upsert: [faq('Q')] } });
    const before = await read();
    const { status, body } = await put({
      company: { companyIndustry: 'New', companyColour: 'red' },
      productsServices: { upsert: [product('A'), { description: 'no name' }], deleteIds: [4711] },
      faqs: { upsert: [faq('Q', 'other'), { ...faq('R'), answr: 'x' }, faq(' Q '), 7] },
      allCompanyProductsServices: [],
      competitor: {},
    });
    expect(status).toBe(400);
    expect(body.details.issues.map((issue: { path: string; code: string }) => `${issue.path} ${issue.code}`)).toEqual([
      'company.companyColour unknown_key',
      'productsServices.upsert[1].name required',
      'productsServices.deleteIds[0] unknown_item',
      'faqs.upsert[1].answr unknown_key',
      'faqs.upsert[2] duplicate_item',
      'faqs.upsert[3] invalid_type',
      'allCompanyProductsServices unknown_key',
      'competitor unknown_key',
    ]);
    expect(body.details.rejectedItems.map((item: { path: string }) => item.path)).toEqual([
      'productsServices.upsert[1]',
      'faqs.upsert[1]',
      'faqs.upsert[2]',
      'faqs.upsert[3]',
    ]);
    expect(body.details.invalidDeleteIds).toEqual([4711]);
    expect(await read()).toEqual(before);
  });

  test('an item that is upserted and removed in one request is refused', async () => {
    const [{ id }] = (await done({ faqs: { upsert: [faq('Q')] } })).faqs;
    const { status, body } = await put({ faqs: { upsert: [faq(' Q')], deleteIds: [id] } });
    expect([status, body.message]).toEqual([400, 'faqs.upsert[0]: this FAQ is also in deleteIds']);
  });

  test.each([50, 51])('%i upsert items and ids', async (count) => {
    const upsert = Array.from({ length: count }, (_, index) => faq(`Q${index}`));
    const created = await put({ faqs: { upsert } });
    expect(created.status).toBe(count > 50 ? 400 : 200);
    if (count <= 50) return;
    expect(created.body.details.issues[0]).toMatchObject({ path: 'faqs.upsert', code: 'too_big' });
    const deleted = await put({ faqs: { deleteIds: upsert.map((_, index) => index + 1) } });
    expect(deleted.body.details.issues[0]).toMatchObject({ path: 'faqs.deleteIds', code: 'too_big' });
  });

  test('rules and shape agree on any body', () => {
    fc.assert(
      fc.property(anyUpdate(), (body) => {
        const errors = checkUpdate(body).filter(({ severity }) => severity === 'error');
        const isSound = errors.length === 0;
        // Keys given twice are a rule between items, which a shape cannot say.
        const ofItems = errors.every(({ code }) => code === 'duplicate_item');
        expect(PlaybookUpdate.safeParse(body).success).toBe(isSound || ofItems);
      }),
      { numRuns: 300 },
    );
  });
});

test('each workspace has its own', async () => {
  const [{ id }] = (await done({ faqs: { upsert: [faq('Q')] } })).faqs;
  const key = await world.newKey(['ALL'], 'other', 'Another');
  expect((await world.done('GET', path, { key })).faqs).toEqual([]);
  const wrong = await world.call('PUT', path, { key, body: { faqs: { deleteIds: [id] } } });
  expect([wrong.status, wrong.body.details.invalidDeleteIds]).toEqual([400, [id]]);
});

test('a workspace that is gone is 404', async () => {
  const store = await openStore(':memory:', Number(process.versions.node.split('.')[0]));
  const principal = { workspaceId: 99, userId: 1, role: 'ADMIN', keyId: 1, keyName: 'k', scopes: [] } as const;
  const refused = { code: 'not_found', message: 'Playbook workspace not found' };
  await store.write(async (tx) => {
    const context = { tx, principal, now: 0, ...linksTo() };
    await expect(getPlaybook(context)).rejects.toMatchObject(refused);
    await expect(updatePlaybook(context, {})).rejects.toMatchObject(refused);
  });
  await store.close();
});
