// Reading contacts and companies: search, fields, duplicates.

import { type Answer, type Call, isRecord, type Json, page, refuse } from '../route.ts';
import { address, COMPANY_OF_CONTACT, COMPANY_TEXTS, CONTACT_TEXTS, text } from './record-fields.ts';
import { companyNamed, contactResult } from './record-writes.ts';

/** A record as it is read: the interface shows the fields above and those that the fields endpoint names. */
export const readContact = (call: Call, contact: Json): Json => ({ ...contact, ...contactResult(call, contact) });

function matchesFilter(call: Call, record: Json, key: string, filter: unknown, kind: 'contact' | 'company'): boolean {
  const wanted: readonly unknown[] = Array.isArray(filter) ? filter : [];
  if (key === 'id') return wanted.map(String).includes(String(record['id']));
  if (['leadsGroup', 'companyGroup', 'campaigns'].includes(key)) {
    const sets = key === 'campaigns' ? call.store.enrolled : call.store.members;
    return wanted.some((id) => sets.get(String(id))?.has(Number(record['id'])) === true);
  }
  const company = kind === 'contact' ? companyNamed(call, record['companyId']) : undefined;
  const alias = COMPANY_OF_CONTACT[key];
  const value = kind === 'contact' && alias !== undefined ? company?.[alias] : record[key];
  return wanted.some((one) => (one === '' ? text(value) === '' : String(value ?? '') === String(one)));
}

function isFilter(call: Call, key: string, kind: 'contact' | 'company'): boolean {
  const special = ['id', 'leadsGroup', 'companyGroup', 'campaigns'];
  const own = kind === 'contact' ? [...CONTACT_TEXTS, ...Object.keys(COMPANY_OF_CONTACT)] : COMPANY_TEXTS;
  return [...special, ...own].includes(key) || [...call.store.customFields.values()].includes(key);
}

export function search(call: Call, kind: 'contact' | 'company') {
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

export function fields(call: Call, names: readonly string[]): readonly Json[] {
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

const DUPLICATE_FIELDS = new Set('fullName professionalEmail linkedinUrl networkUrl contactCRMId leadCRMId'.split(' '));

/** Case, punctuation and extra spaces do not count; a name without one of its parts is empty. */
function fullName({ firstName, lastName }: Json): string {
  const parts = [firstName, lastName].map((part) =>
    text(part)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} ]/gu, '')
      .replace(/ +/g, ' ')
      .trim(),
  );
  return parts.includes('') ? '' : parts.join(' ');
}

export function duplicates(call: Call): Json | Answer {
  const names = [...new Set(text(call.query['fields']).split(',').filter(Boolean))];
  if (names.length < 1 || names.length > 5) return refuse(400, 'fields must name 1 to 5 fields');
  const strange = names.filter((name) => !DUPLICATE_FIELDS.has(name));
  if (strange.length > 0) return refuse(400, `Unknown fields: ${strange.join(', ')}`);
  const groups = new Map<string, Json[]>();
  for (const contact of call.store.contacts) {
    const values = names.map((name) =>
      name === 'fullName'
        ? fullName(contact)
        : name === 'networkUrl' || name === 'linkedinUrl'
          ? address(contact['networkProfileUrl'])
          : text(contact[name]).toLowerCase(),
    );
    if (values.some((value) => value === '')) continue;
    const key = JSON.stringify(values);
    groups.set(key, [...(groups.get(key) ?? []), contact]);
  }
  const inList = call.store.members.get(String(call.query['listId']));
  const touches = ({ id }: Json) => call.query['listId'] === undefined || inList?.has(Number(id)) === true;
  const found = [...groups].filter(([, members]) => members.length > 1 && members.some(touches));
  return {
    groups: found.slice(0, 100).map(([key, members]) => ({
      values: Object.fromEntries(names.map((name, at) => [name, JSON.parse(key)[at]])),
      contactIds: members.slice(0, 100).map(({ id }) => id),
      size: members.length,
    })),
    nextCursor: null,
  };
}
