// Which values of an answer are personal, by the path it is the answer to.

import type { EntityName } from '../../contract/entities.ts';
import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import { STANDARD_FIELDS } from '../records/fields.ts';
import type { Masking } from './values.ts';

type MaskValue = (masking: Masking, value: string) => string;

const words: MaskValue = (masking, text) => masking.words(text);
const email: MaskValue = (masking, text) => masking.email(text);
const text: MaskValue = (masking, value) => masking.text(value);
const address: MaskValue = (masking, url) => masking.address(url);
const phones: MaskValue = (masking, value) => value.replace(/\+?\d[\d\s()./-]*\d/g, (number) => masking.phone(number));

type MaskedFields = Readonly<Record<string, MaskValue>>;

const CONTACT: MaskedFields = {
  ...{ firstName: words, lastName: words, fullName: words, professionalEmail: email, personalEmails: email },
  ...{ mobilePhone: phones, phones, networkProfileUrl: address, networkHeadline: text, imageUrl: address },
  ...{ contactCRMId: words, leadCRMId: words },
};
const COMPANY: MaskedFields = {
  ...{ name: words, companyName: words, domain: (masking, host) => masking.domain(host), website: address },
  ...{ companyNetworkUrl: address, companyCRMId: words },
};
const SENDER: MaskedFields = {
  ...{ name: words, firstName: words, lastName: words, email, emails: email, signature: text, phoneNumber: phones },
  ...{ networkUrl: address, scheduleMeetingUrl: address, mailboxId: words },
};
const MESSAGE: MaskedFields = { subject: text, message: text, attachment: address };
const THREAD: MaskedFields = { ...CONTACT, ...MESSAGE, companyName: words, senderIdentityName: words };

/** What says little about a person, and campaigns and filters decide by. */
const KEPT = new Set(['appUrl', 'jobTitle', 'contactCountry', 'companyCountry', 'industry', 'companyIndustry']);

function changed(masking: Masking, change: MaskValue, value: unknown): unknown {
  if (typeof value === 'string') return change(masking, value);
  return Array.isArray(value) ? value.map((one) => changed(masking, change, one)) : value;
}

/** Values under these names, at any depth; the rest as it is. */
function fieldsIn(masking: Masking, fields: MaskedFields, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => fieldsIn(masking, fields, one));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => {
    const change = getOwn(fields, key);
    return [key, change === undefined ? fieldsIn(masking, fields, one) : changed(masking, change, one)];
  });
  return Object.fromEntries(entries);
}

/** A contact or company: what no standard field is, is a field of the workspace or written by AI, and may say anything. */
function record(masking: Masking, entity: EntityName, value: JsonObject): JsonObject {
  const fields = entity === 'CONTACT' ? CONTACT : COMPANY;
  const standard = new Map(STANDARD_FIELDS[entity].map(({ id, dataType }) => [id, dataType]));
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
    const change = getOwn(fields, key);
    if (change !== undefined) return [key, changed(masking, change, one)];
    if (key === 'company') return [key, isObject(one) ? record(masking, 'COMPANY', one) : one];
    const type = standard.get(key);
    const isKept = KEPT.has(key) || key === 'id' || (type !== undefined && !['text', 'url', 'email'].includes(type));
    return [key, isKept ? one : masking.value(one)];
  });
  return Object.fromEntries(entries);
}

/** The records of a page, whatever it is called. */
function inPage(data: unknown, change: (record: JsonObject) => unknown): unknown {
  const list = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => (isObject(one) ? change(one) : one)) : value;
  if (!isObject(data)) return list(data);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, list(value)]));
}

/** What the user wrote: only addresses in it and the names of the senders are replaced. */
function ownTexts(masking: Masking, value: unknown): unknown {
  if (typeof value === 'string') return masking.ownText(value);
  if (Array.isArray(value)) return value.map((one) => ownTexts(masking, one));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, ownTexts(masking, one)]));
}

const TESTIMONIAL: MaskedFields = { companyName: words, promoterName: words, mainBenefit: text };

function playbook(masking: Masking, data: unknown): unknown {
  if (!isObject(data)) return data;
  const { testimonials, idealCompanies, ...rest } = data;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, ownTexts(masking, value)])),
    testimonials: fieldsIn(masking, TESTIMONIAL, testimonials),
    idealCompanies: fieldsIn(masking, COMPANY, idealCompanies),
  };
}

const AS_THEY_ARE = new Set(['/v1/contacts/fields', '/v1/companies/fields', '/v1/lists', '/v1/inbox/tags']);

/** The data of an answer without anything personal. `path`: that of its row. */
export function maskedAnswer(masking: Masking, path: string, data: unknown): unknown {
  if (AS_THEY_ARE.has(path)) return data;
  if (path === '/v1/contacts') return inPage(data, (one) => record(masking, 'CONTACT', one));
  if (path === '/v1/companies') return inPage(data, (one) => record(masking, 'COMPANY', one));
  if (path === '/v1/inboxes' || path.startsWith('/v1/inboxes/')) return fieldsIn(masking, THREAD, data);
  if (path === '/v1/voices') {
    return inPage(data, (voice) => (getOwn(voice, 'source') === 'identity' ? fieldsIn(masking, SENDER, voice) : voice));
  }
  if (path === '/v1/identities' || path.startsWith('/v1/identities/') || path === '/v1/tasks/owners') {
    return fieldsIn(masking, SENDER, data);
  }
  if (path === '/v1/validate') return isObject(data) ? { ...data, user: null, key: null } : data;
  return path === '/v1/ai-playbook' ? playbook(masking, data) : ownTexts(masking, data);
}
