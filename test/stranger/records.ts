// Contacts and companies: bulk, matching, search, fields, duplicates.

import { type Answer, type Call, type Json, notFound, page, type Route, refuse } from './route.ts';

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As a service may keep an address: no scheme, no `www`, no trailing slash, lower case. */
const address = (value: unknown) =>
  text(value)
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

const CONTACT_TEXTS = [
  'firstName',
  'lastName',
  'professionalEmail',
  'jobTitle',
  'networkProfileUrl',
  'mobilePhone',
  'phones',
  'networkHeadline',
  'contactCountry',
];
const COMPANY_OF_CONTACT: Readonly<Record<string, string>> = {
  companyName: 'name',
  companyDomain: 'domain',
  companyNetworkUrl: 'companyNetworkUrl',
  companyIndustry: 'industry',
  companyWebsite: 'website',
};
const COMPANY_TEXTS = ['name', 'domain', 'industry', 'companyNetworkUrl', 'website'];
const CONTROL = new Set(['listId', 'mergeWithExisting', 'company', ...Object.keys(COMPANY_OF_CONTACT)]);

/** A custom field gets an id of its own here, and is listed under that id. */
function customField({ store }: Call, name: string): string {
  const known = store.customFields.get(name);
  if (known !== undefined) return known;
  const id = `cf_${store.customFields.size + 1}`;
  store.customFields.set(name, id);
  return id;
}

/** Emails in lower case, phones without spaces, text trimmed: what a service may do to what it is sent. */
function normalised(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'professionalEmail') return value.trim().toLowerCase();
  if (/phone/i.test(name)) return value.replaceAll(' ', '');
  return value.trim();
}

function fieldsOf(call: Call, item: Json, standard: readonly string[]): Json {
  const fields: Json = {};
  for (const [name, value] of Object.entries(item)) {
    if (CONTROL.has(name) || value === null || value === '') continue;
    fields[standard.includes(name) ? name : customField(call, name)] = normalised(name, value);
  }
  return fields;
}

function companyFieldsOf(item: Json): Json {
  const nested = isRecord(item['company']) ? item['company'] : {};
  const fields: Json = {};
  for (const [alias, name] of Object.entries(COMPANY_OF_CONTACT)) {
    const value = nested[name] ?? item[alias];
    if (text(value) !== '') fields[name] = text(value);
  }
  return fields;
}

function matchCompany({ store }: Call, fields: Json): readonly [Json, string] | null {
  const keys: readonly (readonly [string, string, (value: unknown) => string])[] = [
    ['companyNetworkUrl', 'NETWORK_URL', address],
    ['domain', 'DOMAIN', address],
    ['website', 'WEBSITE', address],
    ['name', 'NAME', text],
  ];
  for (const [field, kind, key] of keys) {
    const wanted = key(fields[field]);
    const found = wanted === '' ? undefined : store.companies.find((one) => key(one[field]) === wanted);
    if (found !== undefined) return [found, kind];
  }
  return null;
}

function putCompany(call: Call, fields: Json, merge: boolean): readonly [Json, string, string | undefined] {
  const matched = merge ? matchCompany(call, fields) : null;
  if (matched !== null) {
    const [company, kind] = matched;
    Object.assign(company, fields, { updatedAt: call.store.now() });
    return [company, 'MERGED_UPDATED', kind];
  }
  const id = call.store.nextId('company');
  const company: Json = {
    id,
    appUrl: `https://app.stranger.example/companies/${id}`,
    createdAt: call.store.now(),
    updatedAt: call.store.now(),
    ...fields,
  };
  call.store.companies.push(company);
  return [company, 'CREATED', undefined];
}

const companyNamed = ({ store }: Call, id: unknown) => store.companies.find((one) => one['id'] === id);

function matchContact(call: Call, fields: Json, companyName: string): readonly [Json, string] | null {
  const url = address(fields['networkProfileUrl']);
  const byUrl = url === '' ? undefined : call.store.contacts.find((one) => address(one['networkProfileUrl']) === url);
  if (byUrl !== undefined) return [byUrl, 'NETWORK_URL'];
  const [first, last] = [text(fields['firstName']), text(fields['lastName'])];
  if (first === '' || last === '' || companyName === '') return null;
  const byName = call.store.contacts.find(
    (one) =>
      text(one['firstName']) === first &&
      text(one['lastName']) === last &&
      text(companyNamed(call, one['companyId'])?.['name']) === companyName,
  );
  return byName === undefined ? null : [byName, 'NAME_COMPANY'];
}

function join(call: Call, listId: unknown, id: number): void {
  if (listId === undefined) return;
  const key = String(listId);
  call.store.members.set(key, (call.store.members.get(key) ?? new Set()).add(id));
}

/** The contact result: what the interface shows of it. */
function contactResult(call: Call, contact: Json): Json {
  const company = companyNamed(call, contact['companyId']);
  return {
    id: contact['id'],
    appUrl: contact['appUrl'],
    firstName: contact['firstName'] ?? null,
    lastName: contact['lastName'] ?? null,
    professionalEmail: contact['professionalEmail'] ?? null,
    networkProfileUrl: contact['networkProfileUrl'] ?? null,
    companyId: contact['companyId'] ?? null,
    ...(company !== undefined && { companyAppUrl: company['appUrl'] }),
    createdAt: contact['createdAt'],
  };
}

function problemOf(item: unknown): string | null {
  if (!isRecord(item)) return 'must be an object';
  const email = item['professionalEmail'];
  if (typeof email === 'string' && email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email.trim()))
    return 'professionalEmail must be an email address';
  return null;
}

/** Creates or merges one contact. */
export function putContact(call: Call, item: Json): Json {
  const merge = item['mergeWithExisting'] !== false;
  const fields = fieldsOf(call, item, CONTACT_TEXTS);
  const companyFields = companyFieldsOf(item);
  const matched = merge ? matchContact(call, fields, text(companyFields['name'])) : null;
  const company = Object.keys(companyFields).length === 0 ? null : putCompany(call, companyFields, merge)[0];
  if (matched !== null) {
    const [contact, kind] = matched;
    const changed = Object.entries(fields).some(([name, value]) => contact[name] !== value);
    Object.assign(contact, fields, company !== null && { companyId: company['id'] });
    join(call, item['listId'], Number(contact['id']));
    const contactOutcome = changed ? 'MERGED_UPDATED' : 'MERGED_NOOP';
    return { ...contactResult(call, contact), contactOutcome, contactMatchedBy: kind };
  }
  const id = Number(call.store.nextId('contact'));
  const contact: Json = {
    id,
    appUrl: `https://app.stranger.example/contacts/${id}`,
    createdAt: call.store.now(),
    ...fields,
    ...(company !== null && { companyId: company['id'] }),
  };
  call.store.contacts.push(contact);
  join(call, item['listId'], id);
  return { ...contactResult(call, contact), contactOutcome: 'CREATED' };
}

function bulk(call: Call, name: 'contacts' | 'companies', put: (item: Json) => Json): Json | Answer {
  const items = call.body[name];
  if (!Array.isArray(items) || items.length < 1 || items.length > 100)
    return refuse(400, `${name} must contain 1 to 100 items`);
  const one = name === 'contacts' ? 'contact' : 'company';
  const results = items.map((item: unknown, index) => {
    const problem = problemOf(item);
    if (problem !== null || !isRecord(item)) return { index, success: false, error: { message: problem } };
    return { index, success: true, [one]: put(item) };
  });
  const outcomes = results.map((result: Json) => {
    const record = isRecord(result[one]) ? result[one] : null;
    return record === null ? 'failed' : String(record['contactOutcome'] ?? record['outcome']);
  });
  const count = (pattern: RegExp) => outcomes.filter((outcome) => pattern.test(outcome)).length;
  return {
    results,
    summary: { total: items.length, created: count(/^CREATED/), merged: count(/^MERGED/), failed: count(/^failed/) },
  };
}

function putCompanyItem(call: Call, item: Json): Json {
  const fields = fieldsOf(call, item, COMPANY_TEXTS);
  const [company, outcome, matchedBy] = putCompany(call, fields, item['mergeWithExisting'] !== false);
  join(call, item['listId'], Number(company['id']));
  const { id, appUrl, name = null, domain = null, companyNetworkUrl = null, createdAt, updatedAt } = company;
  return {
    id,
    appUrl,
    name,
    domain,
    companyNetworkUrl,
    createdAt,
    updatedAt,
    outcome,
    warnings: [],
    ...(matchedBy !== undefined && { matchedBy }),
  };
}

/** A record as it is read: the interface shows the fields above and those that the fields endpoint names. */
const readContact = (call: Call, contact: Json): Json => ({ ...contact, ...contactResult(call, contact) });

function matchesFilter(call: Call, record: Json, key: string, wanted: unknown, kind: 'contact' | 'company'): boolean {
  if (key === 'id') return Array.isArray(wanted) && wanted.map(String).includes(String(record['id']));
  if (key === 'leadsGroup' || key === 'companyGroup') {
    const members = (Array.isArray(wanted) ? wanted : []).map((list) => call.store.members.get(String(list)));
    return members.some((set) => set?.has(Number(record['id'])) === true);
  }
  if (key === 'campaigns') {
    const enrolled = (Array.isArray(wanted) ? wanted : []).map((id) => call.store.enrolled.get(String(id)));
    return enrolled.some((set) => set?.has(Number(record['id'])) === true);
  }
  const company = kind === 'contact' ? companyNamed(call, record['companyId']) : undefined;
  const alias = COMPANY_OF_CONTACT[key];
  const value = kind === 'contact' && alias !== undefined ? company?.[alias] : record[key];
  if (!Array.isArray(wanted)) return true;
  return wanted.some((one) => (one === '' ? text(value) === '' : String(value ?? '') === String(one)));
}

function isFilter(call: Call, key: string, kind: 'contact' | 'company'): boolean {
  const special = ['id', 'leadsGroup', 'companyGroup', 'campaigns', 'isInCRM', 'isCompanyInCRM', 'leadsCount'];
  const own = kind === 'contact' ? [...CONTACT_TEXTS, ...Object.keys(COMPANY_OF_CONTACT)] : COMPANY_TEXTS;
  return [...special, ...own, 'numberOfEmployees'].includes(key) || [...call.store.customFields.values()].includes(key);
}

function search(call: Call, kind: 'contact' | 'company') {
  const records = kind === 'contact' ? call.store.contacts : call.store.companies;
  const parts = ['include', 'exclude'].map((name) => (isRecord(call.body[name]) ? call.body[name] : {}));
  const unknown = parts.flatMap((part) => Object.keys(part)).filter((key) => !isFilter(call, key, kind));
  if (unknown.length > 0 && call.switches.unknownFilters === 'refused')
    return refuse(400, `Unknown filter: ${unknown.join(', ')}`);
  const [include = {}, exclude = {}] = parts.map((part) =>
    Object.fromEntries(Object.entries(part).filter(([key]) => isFilter(call, key, kind))),
  );
  const words = text(call.body['search']).toLowerCase();
  const found = records.filter(
    (record) =>
      Object.entries(include).every(([key, wanted]) => matchesFilter(call, record, key, wanted, kind)) &&
      !Object.entries(exclude).some(([key, wanted]) => matchesFilter(call, record, key, wanted, kind)) &&
      (words === '' || JSON.stringify(Object.values(record)).toLowerCase().includes(words)),
  );
  return page(
    kind === 'contact' ? 'contacts' : 'companies',
    found.map((record) => (kind === 'contact' ? readContact(call, record) : record)),
  );
}

function fields(call: Call, names: readonly string[]): readonly Json[] {
  const standard = names.map((id) => ({
    id,
    label: id.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase()),
    fieldType: 'STANDARD',
    dataType: 'string',
    editable: true,
    promptReference: `{${id}}`,
  }));
  const custom = [...call.store.customFields].map(([name, id]) => ({
    id,
    label: name,
    fieldType: 'EMPTY_FIELD',
    dataType: 'string',
    editable: true,
    promptReference: `{${id}}`,
  }));
  return [...standard, ...custom];
}

const CONTACT_BODY = {
  ...Object.fromEntries([...CONTACT_TEXTS, ...Object.keys(COMPANY_OF_CONTACT)].map((name) => [name, 'string'])),
  company: 'object',
  listId: 'integer',
  mergeWithExisting: 'boolean',
};
const COMPANY_BODY = {
  name: 'string',
  domain: 'string',
  industry: 'string',
  companyNetworkUrl: 'string',
  mergeWithExisting: 'boolean',
  listId: 'integer',
};
const SEARCH_BODY = { search: 'string', include: 'object', exclude: 'object', page: 'integer', pageSize: 'integer' };

function duplicates(call: Call): Json | Answer {
  const names = text(call.query['fields']).split(',').filter(Boolean);
  if (names.length < 1 || names.length > 5) return refuse(400, 'fields must name 1 to 5 fields');
  const groups = new Map<string, Json[]>();
  for (const contact of call.store.contacts) {
    const values = names.map((name) =>
      name === 'fullName'
        ? [contact['firstName'], contact['lastName']].map(text).join(' ').trim().toLowerCase()
        : name === 'networkUrl'
          ? address(contact['networkProfileUrl'])
          : text(contact[name]).toLowerCase(),
    );
    if (values.some((value) => value === '')) continue;
    const key = JSON.stringify(values);
    groups.set(key, [...(groups.get(key) ?? []), contact]);
  }
  const found = [...groups].filter(([, members]) => members.length > 1);
  return {
    groups: found.slice(0, 100).map(([key, members]) => ({
      values: Object.fromEntries(names.map((name, at) => [name, JSON.parse(key)[at]])),
      contactIds: members.slice(0, 100).map(({ id }) => id),
      size: members.length,
    })),
    nextCursor: null,
  };
}

export const RECORD_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/contacts/bulk',
    shown: true,
    body: { contacts: 'array' },
    required: ['contacts'],
    run: (call) => bulk(call, 'contacts', (item) => putContact(call, item)),
  },
  {
    method: 'POST',
    path: '/v1/companies/bulk',
    shown: true,
    body: { companies: 'array' },
    required: ['companies'],
    run: (call) => bulk(call, 'companies', (item) => putCompanyItem(call, item)),
  },
  {
    method: 'POST',
    path: '/v1/contact',
    shown: true,
    body: CONTACT_BODY,
    open: true,
    // The interface shows no answer: that it was taken is all there is to say.
    run: (call) => {
      const problem = problemOf(call.body);
      if (problem !== null) return refuse(400, problem);
      putContact(call, call.body);
      return {};
    },
  },
  {
    method: 'POST',
    path: '/v1/company',
    shown: true,
    body: COMPANY_BODY,
    open: true,
    run: (call) => {
      putCompanyItem(call, call.body);
      return {};
    },
  },
  {
    method: 'GET',
    path: '/v1/contacts/fields',
    shown: true,
    run: (call) => page('fields', fields(call, [...CONTACT_TEXTS, ...Object.keys(COMPANY_OF_CONTACT)])),
  },
  {
    method: 'GET',
    path: '/v1/companies/fields',
    shown: true,
    run: (call) => page('fields', fields(call, COMPANY_TEXTS)),
  },
  {
    method: 'GET',
    path: '/v1/contacts/duplicates',
    shown: true,
    query: ['fields', 'listId'],
    unshownQuery: { cursor: 'after', limit: 'groupsPerPage' },
    run: duplicates,
  },
  {
    method: 'GET',
    path: '/v1/contacts/{contactId}',
    shown: true,
    run: (call) => {
      const found = call.store.contacts.find(({ id }) => String(id) === call.params['contactId']);
      return found === undefined ? notFound('Contact') : readContact(call, found);
    },
  },
  {
    method: 'GET',
    path: '/v1/companies/{companyId}',
    shown: true,
    run: (call) =>
      call.store.companies.find(({ id }) => String(id) === call.params['companyId']) ?? notFound('Company'),
  },
  {
    method: 'GET',
    path: '/v1/contacts',
    shown: true,
    query: ['fields', 'page', 'pageSize'],
    unshownQuery: { listId: 'groupId', actionsId: 'enrichmentId' },
    run: (call) =>
      page(
        'contacts',
        call.store.contacts.map((contact) => readContact(call, contact)),
      ),
  },
  {
    method: 'GET',
    path: '/v1/companies',
    shown: true,
    query: ['fields', 'page', 'pageSize'],
    unshownQuery: { listId: 'groupId', actionsId: 'enrichmentId' },
    run: (call) => page('companies', call.store.companies),
  },
  {
    method: 'POST',
    path: '/v1/contacts/search',
    shown: true,
    body: { ...SEARCH_BODY, fields: 'array' },
    run: (call) => search(call, 'contact'),
  },
  {
    method: 'POST',
    path: '/v1/companies/search',
    shown: true,
    body: SEARCH_BODY,
    run: (call) => search(call, 'company'),
  },
  {
    method: 'DELETE',
    path: '/v1/contacts/{contactId}',
    elsewhere: '/v1/contact/{contactId}',
    shown: false,
    run: (call) => {
      const at = call.store.contacts.findIndex(({ id }) => String(id) === call.params['contactId']);
      if (at < 0) return notFound('Contact');
      call.store.contacts.splice(at, 1);
      return {};
    },
  },
  ...(['contact', 'company'] as const).map(
    (kind): Route => ({
      method: 'PATCH',
      path: kind === 'contact' ? '/v1/contacts/{contactId}' : '/v1/companies/{companyId}',
      elsewhere: kind === 'contact' ? '/v1/contact/{contactId}' : '/v1/company/{companyId}',
      shown: false,
      body: kind === 'contact' ? CONTACT_BODY : COMPANY_BODY,
      open: true,
      run: (call) => {
        const records = kind === 'contact' ? call.store.contacts : call.store.companies;
        const found = records.find(({ id }) => String(id) === Object.values(call.params)[0]);
        if (found === undefined) return notFound(kind);
        Object.assign(found, fieldsOf(call, call.body, kind === 'contact' ? CONTACT_TEXTS : COMPANY_TEXTS));
        return kind === 'contact' ? readContact(call, found) : found;
      },
    }),
  ),
];
