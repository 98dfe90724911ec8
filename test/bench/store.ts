// The local service over its store, called in-process: how fast contacts go in, and how long a page takes, with few
// contacts in it and with many.

import { join } from 'node:path';
import type { Service } from '../../src/service/start.ts';
import { ask, startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, milliseconds, perSecond, shortNumber } from './figures.ts';
import { contactItem, type PersonInput } from './rows.ts';

const ITEMS = 100;
/** How many contacts one measurement of bulks creates. */
const SAMPLE_MOST = 20_000;
const TIMES = 3;
const PAGE_MS = 1_000;

const crmId = (n: number): string => `003${String(n).padStart(12, '0')}`;

/**
 * A person, and now and then a double of the one before: one in 3 by name (there are 2.5 million names), one in 500 by
 * profile URL, one in 1,000 by e-mail. Half have a CRM id, with one double in 100; one in 100 has a lead id.
 */
function storedItem(n: number): PersonInput {
  const item: Record<string, string | number | boolean> = { ...contactItem(n) };
  if (n % 2 === 0) item['contactCRMId'] = crmId(n % 100 === 0 ? n - 2 : n);
  if (n % 100 === 1) item['leadCRMId'] = crmId(n % 1_000 === 1 ? n - 100 : n);
  if (n % 1_000 === 7) item['professionalEmail'] = String(contactItem(n - 1)['professionalEmail']).toUpperCase();
  if (n % 500 === 3) {
    item['networkProfileUrl'] = String(contactItem(n - 1)['networkProfileUrl']).replace('https://', 'http://');
    item['mergeWithExisting'] = false;
  }
  return item;
}

/** Creates the contacts with these numbers, in bulks; contacts a second. */
async function create(service: Service, from: number, to: number, onBulk = (_: number): void => {}): Promise<number> {
  const began = performance.now();
  for (let n = from; n < to; n += ITEMS) {
    const contacts = Array.from({ length: Math.min(ITEMS, to - n) }, (_, at) => storedItem(n + at));
    await ask(service, 'POST', '/v1/contacts/bulk', { contacts });
    onBulk(n);
  }
  return perSecond(to - from, performance.now() - began);
}

/** The slowest of a few times: the first one counts as well. */
async function slowest(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    await work();
    most = Math.max(most, performance.now() - began);
  }
  return most;
}

/** What is asked of the full store: name → path of a GET, or body of a search. */
function questions(contacts: number, listId: number): Readonly<Record<string, string | object>> {
  const duplicates = (fields: string, more = '') => `/v1/contacts/duplicates?fields=${fields}${more}`;
  const lastPage = Math.floor(contacts / 100);
  return {
    'one contact': `/v1/contacts/${Math.floor(contacts / 2)}`,
    'list, first page': '/v1/contacts?pageSize=100',
    'list, last page': `/v1/contacts?pageSize=100&page=${lastPage}`,
    'list of a list': `/v1/contacts?pageSize=100&listId=${listId}`,
    'search, one word of many contacts': { search: 'Lovelace7', pageSize: 100 },
    'search, two words of one': { search: `person.${contacts - 5} ${contactItem(contacts - 5)['firstName']}` },
    'search, words of nobody': { search: 'nobody has this' },
    'search, a common job title': { include: { jobTitle: ['CTO'] }, pageSize: 100 },
    'search, a rare company': { include: { companyName: ['Company 77'] }, pageSize: 100 },
    'search, no phone': { include: { mobilePhone: [''] }, pageSize: 100 },
    'search, all but one country': { exclude: { contactCountry: ['Germany'] }, pageSize: 100 },
    'search, created since today': { include: { createdAt: { startDate: '2020-01-01' } }, pageSize: 100 },
    'duplicates, name (dense)': duplicates('fullName'),
    'duplicates, name, last page': duplicates('fullName', `&cursor=${contacts - 1_000}`),
    'duplicates, e-mail (sparse)': duplicates('professionalEmail'),
    'duplicates, profile URL (sparse)': duplicates('networkUrl'),
    'duplicates, contact CRM id': duplicates('contactCRMId'),
    'duplicates, lead CRM id (mostly empty)': duplicates('leadCRMId'),
    'duplicates, name and e-mail': duplicates('fullName,professionalEmail'),
    'duplicates, name and profile URL': duplicates('fullName,networkUrl'),
    'duplicates, all five': duplicates('fullName,professionalEmail,networkUrl,contactCRMId,leadCRMId'),
    'duplicates, name, touching a list': duplicates('fullName', `&listId=${listId}`),
    'duplicates, e-mail, touching a list': duplicates('professionalEmail', `&listId=${listId}`),
  };
}

async function makeList(service: Service, contacts: number): Promise<number> {
  const input: { data: { id: number } } = JSON.parse(
    await ask(service, 'POST', '/v1/lists', { name: 'Some', entity: 'CONTACT' }),
  );
  const contactIds = Array.from({ length: 100 }, (_, n) => 1 + Math.floor((n * contacts) / 100));
  await ask(service, 'POST', `/v1/lists/${input.data.id}/members`, { contactIds });
  return input.data.id;
}

async function* measure({ sizes, folder, say }: Place): AsyncGenerator<Figure> {
  const data = join(folder, 'data');
  const { contacts } = sizes;
  const sample = Math.min(SAMPLE_MOST, Math.ceil(contacts / 5));
  const full = contacts.toLocaleString('en-US');
  const displayed = (rate: number): string => `${shortNumber(rate)} contacts/s`;
  let service = await startOn(data);
  const empty = await create(service, 0, sample);
  yield { what: 'bulks into an empty store', figure: displayed(empty) };
  const step = Math.ceil(contacts / 10 / ITEMS) * ITEMS;
  const filled = await create(service, sample, contacts, (n) => {
    if (n % step === 0) say(`${n.toLocaleString('en-US')} contacts`);
  });
  const against = (rate: number) => ({ figure: displayed(rate), baseline: displayed(empty), ratio: rate / empty });
  yield { what: `bulks until there are ${full}`, ...against(filled) };
  yield { what: `bulks with ${full} present`, ...against(await create(service, contacts, contacts + sample)) };
  yield { what: 'the same again, nothing changes', ...against(await create(service, contacts, contacts + sample)) };
  const listId = await makeList(service, contacts);
  for (const [what, asked] of Object.entries(questions(contacts, listId))) {
    const ms = await slowest(() =>
      typeof asked === 'string'
        ? ask(service, 'GET', asked)
        : ask(service, 'POST', '/v1/contacts/search', { ...asked }),
    );
    yield { what, figure: milliseconds(ms), budget: atMost(PAGE_MS, 'ms', ms) };
  }
  await service.close();
  const began = performance.now();
  service = await startOn(data);
  await ask(service, 'GET', '/v1/contacts/1');
  yield { what: `start on ${full}, and one GET`, figure: milliseconds(performance.now() - began) };
  await service.close();
}

export const store: Area = { title: 'The local service in-process; of pages the slowest of three', measure };
