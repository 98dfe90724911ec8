import type { EditableRecord } from '../../../../rules/records/upsert/pending-record.ts';
import { findMobile, findOffice, PHONE_APIS, type PhonePerson, verifyPhone } from '../../../stand-ins/providers.ts';
import { type ActionOutcome, type Batch, failed, skipped, succeeded, textOf } from './batch.ts';
import { apisAsked, type WaterfallOptions } from './email.ts';

const PHONE_CREDITS = 5;
const VERIFY_CREDITS = 1;

function personOf(batch: Batch, contact: EditableRecord): PhonePerson | null {
  const [first, last] = [textOf(contact, 'firstName'), textOf(contact, 'lastName')];
  const company = batch.companyOf(contact);
  const at = textOf(company, 'domain') ?? textOf(company, 'name');
  if (first === null || last === null || at === null) return null;
  const country = textOf(contact, 'contactCountry') ?? textOf(company, 'companyCountry');
  return { name: `${first} ${last}`, company: at, country };
}

/** Finds the mobile number, and with `stopType` NONE also the office number. */
export function enrichWithPhone(batch: Batch, ids: readonly number[], options: WaterfallOptions) {
  return batch.each('CONTACT', ids, (contact) => {
    if (textOf(contact, 'mobilePhone') !== null) return skipped(contact.id, 'HAS_PHONE');
    const person = personOf(batch, contact);
    if (person === null) return skipped(contact.id, 'MISSING_DATA');
    const apis = apisAsked(PHONE_APIS, options);
    const mobilePhone = apis.map((api) => findMobile(api, person)).find((found) => found !== null) ?? null;
    const office = options.stopType === 'NONE' ? findOffice(person) : null;
    if (office !== null && textOf(contact, 'phones') === null) batch.set('CONTACT', contact, { phones: office });
    if (mobilePhone === null) return failed(contact.id, 'NOT_FOUND');
    batch.set('CONTACT', contact, { mobilePhone });
    return succeeded(contact.id, PHONE_CREDITS);
  });
}

/** Verifies the mobile number, or else the first other number. */
export function verifyLeadPhone(batch: Batch, ids: readonly number[]): Promise<ActionOutcome[]> {
  return batch.each('CONTACT', ids, (contact) => {
    const phone = textOf(contact, 'mobilePhone') ?? textOf(contact, 'phones')?.split(',')[0]?.trim() ?? null;
    if (phone === null) return skipped(contact.id, 'NO_PHONE');
    const verdict = verifyPhone(phone);
    batch.set('CONTACT', contact, { phoneVerificationStatus: verdict });
    return verdict === 'UNKNOWN' ? failed(contact.id, 'NO_ANSWER') : succeeded(contact.id, VERIFY_CREDITS);
  });
}
