// What the pages show of the sample workspace, three days on.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ empty: false });
  const { world } = site;
  await world.control('POST', '/_local/clock', { advance: '3d' });
  await world.call('POST', '/v1/workflow/1/run', { body: {} });
  await world.work();
  await world.call('POST', '/v1/actions', {
    body: { actions: [{ type: 'VERIFY_LEAD_EMAIL' }], contactIds: [1, 2, 3] },
  });
  await world.call('POST', '/v1/ai-finder/previews', {
    body: { text: 'marketing managers in Germany', provider: 'AUTO' },
  });
  await world.call('POST', '/v1/social-selling/posts/1/reactions', { body: { amount: 1 } });
  await world.call('POST', '/v1/ai-variables/folders/contacts', { body: { name: 'Research' } });
  await world.control('POST', '/_local/faults', { endpoint: 'contacts.list', times: 2, status: 503 });
});
afterAll(() => site.close());

/** What a list or a record leads to. */
const KINDS = [
  ['contacts', '/v1/contacts', 'contacts'],
  ['companies', '/v1/companies', 'companies'],
  ['lists', '/v1/lists', 'lists'],
  ['campaigns', '/v1/campaigns', 'campaigns'],
  ['workflows', '/v1/workflows', 'workflows'],
  ['identities', '/v1/identities', 'identities'],
  ['threads', '/v1/inboxes', 'inboxes'],
  ['posts', '/v1/social-selling/posts', 'posts'],
  ['AI variables', '/v1/ai-variables', 'aiVariables'],
  ['AI messages', '/v1/ai-variables/ai-messages', 'aiMessages'],
  ['AI snippets', '/v1/ai-variables/ai-snippets', 'aiSnippets'],
  ['templates', '/v1/ai-variables/message-templates', 'messageTemplates'],
  ['folders', '/v1/ai-variables/folders/contacts', 'folders'],
] as const;

test.each(KINDS)('each appUrl of %s is a page', async (_kind, path, key) => {
  await site.world.control('DELETE', '/_local/faults');
  const records: { appUrl: string }[] = (await site.world.call('GET', path)).body.data[key];
  expect(records.length).toBeGreaterThan(0);
  for (const { appUrl } of records) {
    expect(appUrl.startsWith(`${ORIGIN}/app/`)).toBe(true);
    const { status, body } = await site.get(appUrl.slice(ORIGIN.length));
    expect([appUrl, status]).toEqual([appUrl, 200]);
    expect(body.length).toBeLessThan(200_000);
  }
  expect(site.world.bugs).toEqual([]);
});

test.each([
  [
    '',
    /My workspace Now .*Needs you .*What the last move of the clock did .*messages sent by Decision makers, first contact .*Next .* for Charlotte Harrow/,
  ],
  ['/contacts', /Aoife Brennan Head of Procurement Alderbrook Foods .* 1–50 of 60 Next Last$/],
  ['/contacts?page=2', /First Previous 51–60 of 60 Next Last$/],
  ['/contacts?search=brennan', /Aoife Brennan/],
  ['/contacts?search=nobody', /No contact matches\. reach contacts import FILE\.csv$/],
  ['/companies', /Alderbrook Foods/],
  ['/lists', /Newsletter/],
  ['/campaigns/2', /Visit profile .*Connection request, 5 days to accept .* contacts? /],
  [
    '/campaigns/2?contact=3',
    /What one of them reads From Robin Hale To Niamh \w+ .*Hello Niamh, I follow what Alderbrook Foods does/,
  ],
  ['/workflows/1', /Trigger Type Manual Graph Draft · v1 .*Run 1/],
  ['/workflow-runs/1', /Run 1 of Newsletter, verified Succeeded .*Records Status/],
  ['/outbox', /Hello \w+, I follow what .* Decision makers, first contact .*The message .*From Robin Hale/],
  ['/inbox', /Contact Last message Channel Sender .*From them:/],
  ['/playbook', /Playbook .*Competitors/],
  ['/ai', /AI variables .*AI messages .*Folders .*Research/],
  ['/finder', /marketing managers in Germany/],
  ['/actions', /Run 1 .*Verify lead email/],
  ['/actions/1', /Action run 1 .*Verify lead email/],
  ['/social-selling/posts', /Impressions/],
  ['/social-selling/publishing/1', /Request 1 for reactions To post 1/],
  ['/queue', /Refresh the metrics of posts waiting/],
  ['/log', /200 .* POST \/v1\/workflow\/1\/run workflows\.run admin/],
])('/app%s says what there is', async (path, expected) => {
  expect((await site.get(`/app${path}`)).status).toBe(200);
  expect(await site.words(`/app${path}`)).toMatch(expected);
});

test('a list as a whole page', async () => {
  const other = await openSite();
  await other.world.call('POST', '/v1/lists', { body: { name: 'A & B', entity: 'CONTACT' } });
  const { main } = await other.get('/app/lists');
  expect(main).toBe(
    '<h1>Lists</h1><form class="filters" method="get" action="/app/lists"><label>Of <select name="entity"><option value="" selected>all</option><option value="CONTACT">Contact</option><option value="COMPANY">Company</option></select></label><button>Show</button></form><div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col" class="">Name</th><th scope="col" class="">Of</th><th scope="col" class="number">Size</th><th scope="col" class="">Created</th></tr></thead><tbody><tr data-key="1"><td class="" data-label="Name"><div class="cell"><a href="/app/lists/1">A &amp; B</a></div></td><td class="" data-label="Of"><div class="cell">Contact</div></td><td class="number" data-label="Size"><div class="cell">0</div></td><td class="" data-label="Created"><div class="cell"><time class="ago" datetime="2026-11-21T09:00:00.000Z" title="2026-11-21 09:00 UTC">now</time></div></td></tr></tbody></table></div>',
  );
  await other.close();
});

test('the first page names faults in force', async () => {
  await site.world.control('POST', '/_local/faults', { endpoint: 'contacts.list', times: 2, status: 503 });
  expect(await site.words('/app')).toMatch(/Faults in force contacts\.list status 503 used 0 of 2/);
});

test.each([
  ['campaigns/1?step=99999', 404, 'There is no step 99999'],
  ['campaigns/1?day=2026-02-30', 400, 'day=2026-02-30 is not understood'],
  ['campaigns/1?show=evryone', 400, 'show=evryone is not understood'],
  ['outbox?campaignId=<b>', 400, 'campaignId=&lt;b&gt; is not understood'],
  ['inbox?leadIds=1,x', 400, 'leadIds=x is not understood'],
  ['inbox?archived=yes', 400, 'archived=yes is not understood'],
])('/app/%s is not shown as if nothing had been filtered', async (path, status, text) => {
  const answer = await site.get(`/app/${path}`);
  expect([answer.status, answer.main.includes(text)]).toEqual([status, true]);
});
