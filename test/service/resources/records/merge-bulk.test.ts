// The planner of bulks against the plainest model there is: the same items sent one by one, each in its own request.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldForAllTests } from '../../../opened.ts';
import { isPostgres } from '../../engine.ts';

const world = worldForAllTests();
let spaces = 0;

/** So few names that items meet each other and what is stored in every way. */
const name = fc.constantFrom('A', 'B');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const company = {
  companyName: maybe(fc.constantFrom('Acme', 'Beta')),
  companyDomain: maybe(fc.constantFrom('acme.com', 'beta.com')),
  companyNetworkUrl: maybe(fc.constantFrom('https://n.example/company/acme', 'https://n.example/company/beta')),
  companyWebsite: maybe(fc.constantFrom('https://acme.com', 'https://beta.com')),
  companyIndustry: maybe(fc.constantFrom('Software', 'Steel')),
};
const contactInput = fc.record({
  firstName: maybe(name),
  lastName: maybe(fc.constant('L')),
  jobTitle: maybe(fc.constantFrom('CEO', 'CTO')),
  networkProfileUrl: maybe(fc.constantFrom('https://n.example/in/a', 'https://n.example/in/b')),
  ...company,
  Segment: maybe(fc.constantFrom('1', '2')),
  mergeWithExisting: fc.oneof(
    { arbitrary: fc.constant(true), weight: 4 },
    { arbitrary: fc.constant(false), weight: 1 },
  ),
});
const companyInput = fc.record({
  name: company.companyName,
  domain: company.companyDomain,
  companyNetworkUrl: company.companyNetworkUrl,
  website: company.companyWebsite,
  industry: company.companyIndustry,
  mergeWithExisting: contactInput.map(({ mergeWithExisting }) => mergeWithExisting),
});

/** Ids as the order in which they first appear among the workspace's records: two workspaces become comparable. */
async function everything(key: string): Promise<unknown> {
  const contacts = await world.call('POST', '/v1/contacts/search', { key, body: { pageSize: 100 } });
  const companies = await world.call('POST', '/v1/companies/search', { key, body: { pageSize: 100 } });
  return relative({ contacts: contacts.body.data.contacts, companies: companies.body.data.companies });
}

function relative(data: unknown): unknown {
  const seen = new Map<string, number>();
  const rank = (kind: string, id: string) => {
    const known = [...seen.keys()].filter((one) => one.startsWith(kind)).length;
    if (!seen.has(kind + id)) seen.set(kind + id, known + 1);
    return `${kind}#${seen.get(kind + id)}`;
  };
  const text = JSON.stringify(data)
    .replace(/https:\/\/app\.reach\.invalid\/(contacts|companies)\/(\d+)/g, (_, kind, id) => rank(kind, id))
    .replace(/"(id|companyId)":\d+/g, '"$1":0')
    .replace(/(contact|company) (\d+) matches too|merged into (\d+)|(\d+) is unchanged|of contact (\d+)/g, '…');
  return JSON.parse(text);
}

/** Runs the same history twice, in two workspaces: in bulks, and item by item. */
async function compare(kind: 'contacts' | 'companies', bulks: readonly (readonly object[])[]): Promise<void> {
  spaces += 1;
  // A run that its time limit cut off goes on beside the next test: neither may take a workspace of the other.
  const space = spaces;
  const together = await world.newKey(['ALL'], 'a', `together ${space}`);
  const alone = await world.newKey(['ALL'], 'b', `alone ${space}`);
  const one = kind === 'contacts' ? 'contact' : 'company';
  const inBulks: unknown[] = [];
  const oneByOne: unknown[] = [];
  for (const bulk of bulks) {
    const reply = await world.call('POST', `/v1/${kind}/bulk`, { key: together, body: { [kind]: bulk } });
    inBulks.push(...reply.body.data.results.map((result: Record<string, unknown>) => result[one] ?? 'failed'));
    for (const item of bulk) {
      const single = await world.call('POST', `/v1/${one}`, { key: alone, body: item });
      oneByOne.push(single.status === 200 ? single.body.data : 'failed');
    }
  }
  expect(relative(inBulks)).toEqual(relative(oneByOne));
  expect(await everything(together)).toEqual(await everything(alone));
}

const options = { numRuns: isPostgres ? 20 : 60, interruptAfterTimeLimit: 15_000 };

test.each([
  ['contacts', contactInput],
  ['companies', companyInput],
] as const)('%s', async (kind, item) => {
  const bulks = fc.array(fc.array<object>(item, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(bulks, (input) => compare(kind, input)),
    options,
  );
});
