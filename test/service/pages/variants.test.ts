// Campaigns between which a random split divides contacts, on the pages of each of them.

import { expect, test } from 'vitest';
import { block } from '../resources/workflows/bodies.ts';
import { from, start } from '../resources/workflows/execution/running.ts';
import { openSite } from './site.ts';

test('variants of a random split stand side by side, and a branch opens the contacts that took it', async () => {
  const site = await openSite();
  const contacts = [{ firstName: 'Ada', professionalEmail: 'ada@x.example' }, { firstName: 'Lars' }];
  const call = (method: string, path: string, body?: object) =>
    site.world.done(method, path, { ...(body && { body }) });
  await call('POST', '/v1/contacts/bulk', { contacts });
  const [{ id: identityId }] = (await call('GET', '/v1/identities')).identities;
  const onTrue = [{ type: 'email', subject: 'Two', content: 'x' }];
  const hasMail = { type: 'condition', condition: { type: 'has_professional_email' }, onTrue };
  const steps = [{ type: 'email', subject: 'One', content: 'x' }, hasMail];
  const ids: number[] = [];
  for (const name of ['Question', 'Number']) {
    const { id } = await call('POST', '/v1/campaigns', { name, identityId, steps, trackClicks: false });
    await call('POST', `/v1/campaign/${id}/status`, { status: 'ACTIVE' });
    ids.push(id);
  }
  const { id: listId } = await call('POST', '/v1/lists', { name: 'Split', entity: 'CONTACT' });
  await call('POST', `/v1/lists/${listId}/members`, { contactIds: [1, 2] });
  const split = {
    ...{ id: 'split', kind: 'CONDITIONAL', next: ['a', 'b'], fallbackName: 'Numbers' },
    conditions: [{ type: 'RANDOM_SPLIT', percentage: 99, name: 'Questions' }],
  };
  const add = (id: string, campaignId = 0) => block(id, 'ADD_LEADS_TO_CAMPAIGN', { campaignId });
  const nodes = [from('split', { leadsGroupId: listId }), split, add('a', ids[0]), add('b', ids[1])];
  const [first, second] = [`/app/campaigns/${ids[0]}`, `/app/campaigns/${ids[1]}`];
  const draft = await call('POST', '/v1/workflows', { name: 'Subject test', plan: { nodes } });
  expect((await site.get(first)).main).not.toContain('Variants');
  await call('POST', `/v1/workflow/${draft.id}/publish`);
  await start(site.world, draft.id);
  await site.world.work();
  await site.world.control('POST', '/_local/clock', { advance: '1h' });
  const heading = 'Variants of Subject test Variant Campaign Contacts Sent Emails opened Contacts replied';
  expect(await site.words(second)).toContain(`${heading} Questions Question 2 2 0 % 0 % Numbers Number 0 0 Steps`);
  const sheet = (await site.get(first)).main;
  const ways = [...sheet.matchAll(/class="way">([^<]*)<\/span> <a class="figure " href="([^"]*)">([^<]*)</g)];
  expect(ways.map(([, way, , text]) => [way, text])).toEqual([['yes', '1 contact']]);
  const { main } = await site.get(ways[0]?.[2]?.replaceAll('&amp;', '&') ?? '');
  expect([main.match(/<tr data-key/g)?.length, /Show: branch \w+/.exec(main)?.[0]]).toEqual([3, 'Show: branch yes']);
  await site.close();
});
