// What contacts and companies carry, and how the stranger keeps what it is sent.

import { type Call, isRecord, type Json } from '../route.ts';

export const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** As a service may keep an address: no scheme, no `www`, no trailing slash, lower case. */
export const address = (value: unknown) =>
  text(value)
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

export const CONTACT_TEXTS = [
  ...'firstName lastName professionalEmail jobTitle networkProfileUrl mobilePhone phones'.split(' '),
  ...'networkHeadline contactCountry'.split(' '),
];
export const COMPANY_OF_CONTACT: Readonly<Record<string, string>> = {
  companyName: 'name',
  companyDomain: 'domain',
  companyNetworkUrl: 'companyNetworkUrl',
  companyIndustry: 'industry',
  companyWebsite: 'website',
};
export const COMPANY_TEXTS = ['name', 'domain', 'industry', 'companyNetworkUrl', 'website'];
const CONTROL = new Set(['listId', 'mergeWithExisting', 'company', ...Object.keys(COMPANY_OF_CONTACT)]);

/** A custom field gets an id of its own here, and is listed under that id; it is written by its name or its id. */
function customField({ store }: Call, name: string): string {
  const known = store.customFields.get(name);
  if (known !== undefined) return known;
  if ([...store.customFields.values()].includes(name)) return name;
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

export function fieldsOf(call: Call, item: Json, standard: readonly string[]): Json {
  const fields: Json = {};
  for (const [name, value] of Object.entries(item)) {
    if (CONTROL.has(name) || value === null || value === '') continue;
    fields[standard.includes(name) ? name : customField(call, name)] = normalised(name, value);
  }
  return fields;
}

export function companyFieldsOf(item: Json): Json {
  const nested = isRecord(item['company']) ? item['company'] : {};
  const fields: Json = {};
  for (const [alias, name] of Object.entries(COMPANY_OF_CONTACT)) {
    const value = nested[name] ?? item[alias];
    if (text(value) !== '') fields[name] = text(value);
  }
  return fields;
}
