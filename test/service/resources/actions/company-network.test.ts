import { describe, expect, test } from 'vitest';
import { company, list, onCompanies, openActionWorld, post, read, world } from './action-world.ts';

openActionWorld();

describe('SEARCH_LEADS_FROM_NETWORK_COMPANY', () => {
  const TYPE = 'SEARCH_LEADS_FROM_NETWORK_COMPANY';
  const input = { name: 'Kestrel Payments', domain: 'kestrel.example', numberOfEmployees: 900 };

  test('5 contacts unless asked to otherwise, at most maxLeadsToImport, onto the destination list', async () => {
    const id = await company(input);
    const into = await list('CONTACT', []);
    const usual = await onCompanies([id], TYPE, { keyword: 'Kestrel' });
    expect(usual.statusCounts).toEqual({ FAILED: 1 });
    const some = await onCompanies([id], TYPE, { filters: {}, destinationContactGroupId: into });
    expect([some.imported, some.creditsUsed, (await read(`/v1/lists/${into}`)).size]).toEqual([5, 5, 5]);
    const more = await onCompanies([id], TYPE, { filters: {}, maxLeadsToImport: 10, destinationContactGroupId: into });
    expect([more.imported, (await read(`/v1/lists/${into}`)).size]).toEqual([10, 10]);
    const found = await read('/v1/contacts', { actionsId: more.actionsId });
    expect(found.total).toBe(10);
    expect(new Set(found.contacts.map((one: { companyId: number }) => one.companyId))).toEqual(new Set([id]));
  });

  test('text is understood: only whom it describes', async () => {
    const id = await company(input);
    const { actionsId, imported } = await onCompanies([id], TYPE, { text: 'engineering leaders' });
    const { contacts } = await read('/v1/contacts', { actionsId });
    expect(imported).toBeGreaterThan(0);
    for (const { jobTitle } of contacts) {
      expect(jobTitle).toMatch(/^(Chief Technology Officer|VP Engineering|Head of Engineering|Engineering Director)$/);
    }
  });

  test('filters: titles as people write them; a name no one knows is 400, or it would find everybody', async () => {
    const id = await company(input);
    const { actionsId } = await onCompanies([id], TYPE, {
      filters: { titles: ['CTO', 'VP Engineering', 'Head of Engineering', 'Engineering Director'] },
    });
    const { contacts } = await read('/v1/contacts', { actionsId });
    expect(contacts.length).toBe(1);
    const { status, body } = await post('/v1/actions', {
      companyIds: [id],
      actions: [{ type: TYPE, options: { filters: { title: ['CTO'] } } }],
    });
    expect([status, body.details.issues]).toEqual([
      400,
      [
        {
          path: 'actions[0].options.filters.title',
          code: 'unknown_filter',
          message: 'unknown filter "title"; did you mean "titles"?',
        },
      ],
    ]);
  });

  test('importOnlyNewContacts leaves out who is there already', async () => {
    const id = await company(input);
    const first = await onCompanies([id], TYPE, { text: 'engineering leaders', maxLeadsToImport: 10 });
    const again = await onCompanies([id], TYPE, { text: 'engineering leaders', importOnlyNewContacts: true });
    expect([first.statusCounts, again.reasons]).toEqual([{ COMPLETED: 1 }, { NOBODY_NEW: 1 }]);
    // Without a profile, a contact is known by its name.
    await world.service.store.write((tx) =>
      tx.run('update contacts set network_profile_url = null, network_key = null'),
    );
    const named = await onCompanies([id], TYPE, { text: 'engineering leaders', importOnlyNewContacts: true });
    expect(named.reasons).toEqual({ NOBODY_NEW: 1 });
  });

  test('onlyIncludeIfCompanyUrnMatch needs the page of the company', async () => {
    const options = { filters: {}, onlyIncludeIfCompanyUrnMatch: true, maxLeadsToImport: 10 };
    expect(await onCompanies([await company(input)], TYPE, options)).toMatchObject({ reasons: { NO_NETWORK_PAGE: 1 } });
    const withPage = { ...input, companyNetworkUrl: 'https://network.example/company/kestrel' };
    expect((await onCompanies([await company(withPage)], TYPE, options)).imported).toBeLessThanOrEqual(10);
  });
});

describe('COMPANY_NETWORK_FROM_NAME', () => {
  const TYPE = 'COMPANY_NETWORK_FROM_NAME';

  test('no options accepts the best search result; each option is stricter', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 40; nth += 1)
      ids.push(await company({ name: `Firm ${nth}`, domain: `firm${nth}.example` }));
    const matched = async (options?: unknown): Promise<number> => {
      const { statusCounts } = await onCompanies(ids, TYPE, options);
      for (const id of ids) await world.call('PATCH', `/v1/companies/${id}`, { body: { companyNetworkUrl: null } });
      return statusCounts.COMPLETED ?? 0;
    };
    const [any, name, domain, both, similar] = [
      await matched(),
      await matched({ matchOnlyExactName: true }),
      await matched({ matchOnlyExactDomain: true }),
      await matched({ matchOnlyExactName: true, matchOnlyExactDomain: true }),
      await matched({ matchOnlySimilarName: true }),
    ];
    expect([any > name, any > domain, name > both, similar >= name, any < 40]).toEqual([true, true, true, true, true]);
    // The similar-name flag is ignored when the exact-name flag is set.
    expect(await matched({ matchOnlyExactName: true, matchOnlySimilarName: true })).toBe(name);
  });

  test('exact-domain matching finds nothing for a company with no stored domain or website, and stores nothing', async () => {
    const { reasons, records } = await onCompanies([await company({ name: 'Nameless' })], TYPE, {
      matchOnlyExactDomain: true,
    });
    expect([reasons, records[0].companyNetworkUrl]).toEqual([{ NO_DOMAIN: 1 }, null]);
  });

  test('a page that is there is kept', async () => {
    const id = await company({ name: 'Paged', companyNetworkUrl: 'https://network.example/company/own' });
    const { reasons, records } = await onCompanies([id], TYPE);
    expect([reasons, records[0].companyNetworkUrl]).toEqual([
      { HAS_NETWORK_PAGE: 1 },
      'https://network.example/company/own',
    ]);
  });
});
