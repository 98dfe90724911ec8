// The sample workspace's records: invented people at invented companies, under names reserved for examples. The last few
// people are duplicates, one for each way to find them.

import type { Parsed } from '../../contract/table.ts';
import type { Context } from '../core/context.ts';
import { bulkCreateCompanies } from '../resources/companies/write.ts';
import { bulkCreateContacts } from '../resources/contacts/write.ts';
import { createList } from '../resources/lists/lists.ts';
import { addMembers } from '../resources/lists/members.ts';
import { listByName } from '../resources/lists/queries/lists.ts';
import { slugOf } from '../stand-ins/draw.ts';
import SAMPLE from './sample.json';

/** Lists, and whom or what they hold. */
const SAMPLE_LISTS = [
  { name: 'Newsletter', entity: 'CONTACT', holds: (index: number): boolean => index % 3 === 0 },
  { name: 'Decision makers', entity: 'CONTACT', holds: (index: number): boolean => DECIDES.test(titleAt(index)) },
  { name: 'Key accounts', entity: 'COMPANY', holds: (index: number): boolean => employeesAt(index) >= 1000 },
] as const;

const DECIDES = /^(Chief|VP|Founder|Managing|Partner|Principal)/;

function titleAt(index: number): string {
  return SAMPLE.people[index]?.jobTitle ?? '';
}

function employeesAt(index: number): number {
  return SAMPLE.companies[index]?.employees ?? 0;
}
type SampleContact = Parsed<'contacts', 'create'>['body'];

/** Companies, contacts and lists. Returns the ids of the people, in order. */
export async function loadRecords(context: Context): Promise<number[]> {
  const companyIds = await loadCompanies(context);
  const contactIds = await loadContacts(context, SAMPLE.people.map(personInput));
  await loadContacts(context, SAMPLE.duplicates.map(duplicateInput));
  for (const { name, entity, holds } of SAMPLE_LISTS) {
    const known = await listByName(context.tx, context.principal.workspaceId, entity, name);
    const listId = known?.id ?? (await createList(context, { name, entity })).id;
    const ids = (entity === 'CONTACT' ? contactIds : companyIds).filter((_, index) => holds(index));
    await addMembers(context, listId, entity === 'CONTACT' ? { contactIds: ids } : { companyIds: ids });
  }
  return contactIds;
}

async function loadCompanies(context: Context): Promise<number[]> {
  const items = SAMPLE.companies.map((company) => ({ ok: true as const, value: companyInput(company) }));
  const { results } = await bulkCreateCompanies(context, items);
  return results.flatMap((item) => (item.success ? [item.company.id] : []));
}

async function loadContacts(context: Context, inputs: readonly SampleContact[]): Promise<number[]> {
  const { results } = await bulkCreateContacts(
    context,
    inputs.map((value) => ({ ok: true as const, value })),
  );
  return results.flatMap((item) => (item.success ? [item.contact.id] : []));
}

function companyInput({ name, domain, industry, employees, country }: (typeof SAMPLE.companies)[number]) {
  return {
    name,
    domain,
    industry,
    website: `https://www.${domain}`,
    companyNetworkUrl: `https://network.example/company/${slugOf(domain.split('.')[0] ?? name)}`,
    numberOfEmployees: employees,
    companyCountry: country,
    mergeWithExisting: true,
  };
}

function personInput({ company: companyIndex, ...person }: (typeof SAMPLE.people)[number]): SampleContact {
  const { firstName, lastName } = person;
  const company = SAMPLE.companies[companyIndex];
  return {
    ...person,
    professionalEmail: `${slugOf(firstName)}.${slugOf(lastName)}@${company?.domain}`,
    networkProfileUrl: `https://network.example/in/${slugOf(firstName)}-${slugOf(lastName)}`,
    contactCountry: company?.country,
    companyName: company?.name,
    companyDomain: company?.domain,
    mergeWithExisting: true,
  };
}

/** With another profile and company, so that it is not merged on creation. */
function duplicateInput({ company: companyIndex, ...person }: (typeof SAMPLE.duplicates)[number]): SampleContact {
  const company = SAMPLE.companies[companyIndex];
  return {
    ...person,
    networkProfileUrl: `https://network.example/in/${slugOf(person.firstName)}-${slugOf(person.lastName)}-${companyIndex}`,
    companyName: company?.name,
    companyDomain: company?.domain,
    mergeWithExisting: true,
  };
}
