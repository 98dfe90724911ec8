// Creating and merging contacts and companies.

import { type Answer, type Call, isRecord, type Json, refuse } from '../route.ts';
import { address, COMPANY_TEXTS, CONTACT_TEXTS, companyFieldsOf, fieldsOf, text } from './record-fields.ts';

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

export const companyNamed = ({ store }: Call, id: unknown) => store.companies.find((one) => one['id'] === id);

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
export function contactResult(call: Call, contact: Json): Json {
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

export function problemOf(item: unknown): string | null {
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

export function bulk(call: Call, name: 'contacts' | 'companies', put: (item: Json) => Json): Json | Answer {
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

export function putCompanyItem(call: Call, item: Json): Json {
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
