// The sample workspace's records: invented people at invented companies, under names reserved for examples. The last few
// people are duplicates, one for each way to find them.

import type { ParsedOf } from '../../contract/endpoint.ts';
import type { Table } from '../../contract/table.ts';
import type { Context } from '../core/context.ts';
import { bulkCreateCompanies } from '../resources/companies/write.ts';
import { bulkCreateContacts } from '../resources/contacts/write.ts';
import { createList } from '../resources/lists/lists.ts';
import { addMembers } from '../resources/lists/members.ts';
import { listByName } from '../resources/lists/queries/lists.ts';

interface SampleCompany {
  readonly name: string;
  readonly domain: string;
  readonly industry: string;
  readonly employees: number;
  readonly country: string;
}

function company(name: string, domain: string, industry: string, employees: number, country: string): SampleCompany {
  return { name, domain: `${domain}.example`, industry, employees, country };
}

const SAMPLE_COMPANIES: readonly SampleCompany[] = [
  company('Alderbrook Foods', 'alderbrook', 'Food Production', 420, 'Ireland'),
  company('Basalt Robotics', 'basalt', 'Industrial Automation', 150, 'Germany'),
  company('Cinderfield Energy', 'cinderfield', 'Renewables', 2300, 'United Kingdom'),
  company('Dovetail Furniture', 'dovetail', 'Furniture', 85, 'Denmark'),
  company('Eastlight Studios', 'eastlight', 'Media Production', 36, 'France'),
  company('Fernhill Hospitals', 'fernhill', 'Health Care', 5100, 'Canada'),
  company('Gannet Logistics', 'gannet', 'Logistics', 940, 'Netherlands'),
  company('Harrow & Pike', 'harrowpike', 'Legal Services', 60, 'United Kingdom'),
  company('Ironwood Software', 'ironwood', 'Software Development', 310, 'Germany'),
  company('Juniper Lane', 'juniperlane', 'Retail', 1200, 'United States'),
  company('Kestrel Payments', 'kestrel', 'Financial Services', 270, 'Estonia'),
  company('Lumen Optics', 'lumenoptics', 'Medical Devices', 190, 'Switzerland'),
  company('Marlow Textiles', 'marlow', 'Textiles', 640, 'Portugal'),
  company('Northbank Insurance', 'northbank', 'Insurance', 3400, 'Austria'),
  company('Osprey Analytics', 'osprey', 'Information Services', 48, 'Spain'),
  company('Pinewood Schools', 'pinewood', 'Education', 780, 'Sweden'),
  company('Quarry Street Bank', 'quarrystreet', 'Banking', 6100, 'United States'),
  company('Riverstone Labs', 'riverstone', 'Biotechnology', 130, 'Switzerland'),
  company('Saltmarsh Travel', 'saltmarsh', 'Travel', 220, 'Italy'),
  company('Tidewater Marine', 'tidewater', 'Shipbuilding', 1750, 'Norway'),
];

/** First name, last name, job title, index of the company. */
type SamplePerson = readonly [string, string, string, number];

const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  ['Aoife', 'Brennan', 'Head of Procurement', 0],
  ['Declan', 'Farrell', 'Plant Manager', 0],
  ['Niamh', 'Sweeney', 'Chief Financial Officer', 0],
  ['Jonas', 'Reinhardt', 'VP Sales', 1],
  ['Mareike', 'Vogt', 'Head of Engineering', 1],
  ['Tobias', 'Lindner', 'Product Manager', 1],
  ['Harriet', 'Ashdown', 'Chief Executive Officer', 2],
  ['Oliver', 'Pemberton', 'Head of Operations', 2],
  ['Priya', 'Nair', 'Data Engineer', 2],
  ['Freja', 'Holm', 'Creative Director', 3],
  ['Mikkel', 'Bruun', 'Sales Manager', 3],
  ['Camille', 'Girard', 'Executive Producer', 4],
  ['Hugo', 'Lefort', 'Head of Partnerships', 4],
  ['Salma', 'Benali', 'Marketing Manager', 4],
  ['Étienne', 'Tremblay', 'Chief Medical Officer', 5],
  ['Margaret', 'Oyelaran', 'Head of Purchasing', 5],
  ['Wei', 'Zhang', 'IT Director', 5],
  ['Bram', 'de Wit', 'Fleet Manager', 6],
  ['Lotte', 'van Dijk', 'Head of Sales', 6],
  ['Sander', 'Mulder', 'Chief Operating Officer', 6],
  ['Charlotte', 'Harrow', 'Managing Partner', 7],
  ['Edmund', 'Pike', 'Partner', 7],
  ['Anja', 'Kessler', 'Chief Technology Officer', 8],
  ['Felix', 'Baumann', 'Account Executive', 8],
  ['Katharina', 'Schäfer', 'Head of People', 8],
  ['Yusuf', 'Demir', 'Software Engineer', 8],
  ['Dana', 'Whitfield', 'VP Merchandising', 9],
  ['Marcus', 'Delgado', 'Store Operations Director', 9],
  ['Renee', 'Castellano', 'Chief Marketing Officer', 9],
  ['Kadri', 'Tamm', 'Head of Compliance', 10],
  ['Rasmus', 'Kask', 'Chief Product Officer', 10],
  ['Beat', 'Zumstein', 'Head of Quality', 11],
  ['Nadia', 'Fontana', 'Research Lead', 11],
  ['Reto', 'Aebischer', 'Sales Director', 11],
  ['Beatriz', 'Carvalho', 'Export Manager', 12],
  ['Duarte', 'Pinheiro', 'Managing Director', 12],
  ['Elisabeth', 'Gruber', 'Head of Claims', 13],
  ['Lukas', 'Steininger', 'Chief Risk Officer', 13],
  ['Sophie', 'Hofer', 'Digital Transformation Lead', 13],
  ['Álvaro', 'Montes', 'Founder', 14],
  ['Carmen', 'Iglesias', 'Lead Analyst', 14],
  ['Astrid', 'Lindqvist', 'Principal', 15],
  ['Gustav', 'Ekström', 'Head of IT', 15],
  ['Ingrid', 'Sandberg', 'Purchasing Manager', 15],
  ['Caleb', 'Thornton', 'Branch Network Director', 16],
  ['Denise', 'Okafor', 'VP Digital Banking', 16],
  ['Walter', 'Grimes', 'Chief Information Officer', 16],
  ['Mirjam', 'Odermatt', 'Lab Director', 17],
  ['Silvan', 'Camenisch', 'Business Development Manager', 17],
  ['Chiara', 'Moretti', 'Head of Product', 18],
  ['Matteo', 'Ricci', 'Chief Commercial Officer', 18],
  ['Paola', 'De Luca', 'Marketing Director', 18],
  ['Henrik', 'Aasland', 'Shipyard Manager', 19],
  ['Solveig', 'Moen', 'Head of Procurement', 19],
  ['Terje', 'Bakken', 'Chief Engineer', 19],
];

/** A duplicate of a person above, as imports leave them: another job, but the same email address, name or CRM id. */
interface SampleDuplicate {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: number;
  readonly professionalEmail?: string;
  readonly contactCRMId?: string;
}

const SAMPLE_DUPLICATES: readonly SampleDuplicate[] = [
  { firstName: 'J.', lastName: 'Reinhardt', company: 8, professionalEmail: 'Jonas.Reinhardt@basalt.example' },
  {
    firstName: 'Chiara',
    lastName: 'Moretti-Conti',
    company: 14,
    professionalEmail: 'chiara.moretti@saltmarsh.example',
  },
  { firstName: 'MARGARET', lastName: 'Oyelaran', company: 16 },
  { firstName: 'Bram', lastName: 'De Wit', company: 19 },
  { firstName: 'Denise', lastName: 'O’Kafor', company: 9, contactCRMId: '0035g00000SmpL1AAJ' },
];

/** CRM ids of SAMPLE_PEOPLE by index; the last duplicate has this one in its short form. */
const SAMPLE_CRM_IDS: ReadonlyMap<number, string> = new Map([[45, '0035g00000SmpL1']]);

/** Lists, and whom or what they hold. */
const SAMPLE_LISTS = [
  { name: 'Newsletter', entity: 'CONTACT', holds: (index: number): boolean => index % 3 === 0 },
  { name: 'Decision makers', entity: 'CONTACT', holds: (index: number): boolean => DECIDES.test(titleAt(index)) },
  { name: 'Key accounts', entity: 'COMPANY', holds: (index: number): boolean => employeesAt(index) >= 1000 },
] as const;

const DECIDES = /^(Chief|VP|Founder|Managing|Partner|Principal)/;

function titleAt(index: number): string {
  return SAMPLE_PEOPLE[index]?.[2] ?? '';
}

function employeesAt(index: number): number {
  return SAMPLE_COMPANIES[index]?.employees ?? 0;
}

type SampleContact = ParsedOf<Table['contacts']['create']>['body'];

/** Companies, contacts and lists. Returns the ids of SAMPLE_PEOPLE, in order. */
export async function loadRecords(context: Context): Promise<number[]> {
  const companyIds = await loadCompanies(context);
  const contactIds = await loadContacts(context, SAMPLE_PEOPLE.map(personInput));
  await loadContacts(context, SAMPLE_DUPLICATES.map(duplicateInput));
  for (const { name, entity, holds } of SAMPLE_LISTS) {
    const known = await listByName(context.tx, context.principal.workspaceId, entity, name);
    const listId = known?.id ?? (await createList(context, { name, entity })).id;
    const ids = (entity === 'CONTACT' ? contactIds : companyIds).filter((_, index) => holds(index));
    await addMembers(context, listId, entity === 'CONTACT' ? { contactIds: ids } : { companyIds: ids });
  }
  return contactIds;
}

async function loadCompanies(context: Context): Promise<number[]> {
  const items = SAMPLE_COMPANIES.map((company) => ({ ok: true as const, value: companyInput(company) }));
  const { results } = await bulkCreateCompanies(context, items);
  return results.flatMap(({ company }) => (company ? [company.id] : []));
}

async function loadContacts(context: Context, inputs: readonly SampleContact[]): Promise<number[]> {
  const { results } = await bulkCreateContacts(
    context,
    inputs.map((value) => ({ ok: true as const, value })),
  );
  return results.flatMap(({ contact }) => (contact ? [contact.id] : []));
}

function companyInput({ name, domain, industry, employees, country }: SampleCompany) {
  return {
    name,
    domain,
    industry,
    website: `https://www.${domain}`,
    companyNetworkUrl: `https://network.example/company/${slug(domain.split('.')[0] ?? name)}`,
    numberOfEmployees: employees,
    companyCountry: country,
    mergeWithExisting: true,
  };
}

function personInput([firstName, lastName, jobTitle, companyIndex]: SamplePerson, index: number): SampleContact {
  const company = SAMPLE_COMPANIES[companyIndex];
  const crmId = SAMPLE_CRM_IDS.get(index);
  return {
    firstName,
    lastName,
    jobTitle,
    professionalEmail: `${slug(firstName)}.${slug(lastName)}@${company?.domain}`,
    networkProfileUrl: `https://network.example/in/${slug(firstName)}-${slug(lastName)}`,
    contactCountry: company?.country,
    companyName: company?.name,
    companyDomain: company?.domain,
    ...(crmId && { contactCRMId: crmId }),
    mergeWithExisting: true,
  };
}

/** With another profile and company, so that it is not merged on creation. */
function duplicateInput({ company: companyIndex, ...person }: SampleDuplicate): SampleContact {
  const company = SAMPLE_COMPANIES[companyIndex];
  return {
    ...person,
    networkProfileUrl: `https://network.example/in/${slug(person.firstName)}-${slug(person.lastName)}-${companyIndex}`,
    companyName: company?.name,
    companyDomain: company?.domain,
    mergeWithExisting: true,
  };
}

function slug(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
