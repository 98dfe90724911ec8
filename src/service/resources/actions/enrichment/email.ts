import type { Speed } from '../../../../contract/actions/enums.ts';
import { domainKey } from '../../../../rules/records/addresses.ts';
import type { EditableRecord } from '../../../../rules/records/upsert/pending-record.ts';
import { findEmail, findPrivateEmail, MAIL_APIS, type MailPerson, verifyEmail } from '../../../stand-ins/providers.ts';
import { type ActionOptions, type ActionOutcome, type Batch, failed, skipped, succeeded, textOf } from './batch.ts';

export type WaterfallOptions = ActionOptions<'ENRICH_WITH_EMAIL'>;

const EMAIL_CREDITS = 2;
const VERIFY_CREDITS = 1;
/** How long a provider takes per record, milliseconds. */
const ANSWER_MS: Readonly<Record<Speed, number>> = { SLOW: 4000, FAST: 1500 };
/** The number of providers that FAST asks. */
const FAST_APIS = 2;

/** The providers to ask within the time limit, in order; at least one. */
export function apisAsked(usual: readonly string[], { sortedApis, speed = 'SLOW', maxTimeToWait }: WaterfallOptions) {
  const apis = sortedApis ?? usual;
  const inTime = maxTimeToWait === undefined ? apis.length : Math.floor(maxTimeToWait / ANSWER_MS[speed]);
  return apis.slice(0, Math.max(1, Math.min(inTime, speed === 'FAST' ? FAST_APIS : apis.length)));
}

/** The email domain of a company: the stored domain, or else that of its website. */
export function mailDomain(company: EditableRecord | null): string | null {
  return domainKey(textOf(company, 'domain')) ?? domainKey(textOf(company, 'website'));
}

function personOf(batch: Batch, contact: EditableRecord): MailPerson | null {
  const [firstName, lastName] = [textOf(contact, 'firstName'), textOf(contact, 'lastName')];
  const domain = mailDomain(batch.companyOf(contact));
  return firstName === null || lastName === null || domain === null ? null : { firstName, lastName, domain };
}

/** Asks one provider after another, until `stopType` is satisfied. */
export function enrichWithEmail(batch: Batch, ids: readonly number[], options: WaterfallOptions) {
  const stop = options.stopType ?? 'VERIFIED_EMAIL';
  return batch.each('CONTACT', ids, (contact) => {
    const known = textOf(contact, 'professionalEmail');
    const isKnownGood = textOf(contact, 'emailVerificationStatus') === 'VALID';
    // Another address is only needed if it has to be a verified one.
    if (known !== null && (isKnownGood || options.stopType !== 'VERIFIED_EMAIL'))
      return skipped(contact.id, 'HAS_EMAIL');
    const person = personOf(batch, contact);
    if (person === null) return skipped(contact.id, 'MISSING_DATA');
    let email: string | null = null;
    for (const api of apisAsked(MAIL_APIS, options)) {
      const found = findEmail(api, person);
      email ??= found;
      if (found !== null && (stop !== 'VERIFIED_EMAIL' || verifyEmail(found) === 'VALID')) break;
    }
    const personal = stop === 'NONE' ? findPrivateEmail(person) : null;
    if (personal !== null) batch.set('CONTACT', contact, { personalEmails: JSON.stringify([personal]) });
    if (email === null || email === known) return failed(contact.id, 'NOT_FOUND');
    const verdict = verifyEmail(email);
    batch.set('CONTACT', contact, { professionalEmail: email, emailVerificationStatus: verdict });
    return succeeded(contact.id, EMAIL_CREDITS);
  });
}

/** An invalid address counts as verified; one whose server did not answer does not. */
export function verifyLeadEmail(batch: Batch, ids: readonly number[]): Promise<ActionOutcome[]> {
  return batch.each('CONTACT', ids, (contact) => {
    const email = textOf(contact, 'professionalEmail');
    if (email === null) return skipped(contact.id, 'NO_EMAIL');
    const verdict = verifyEmail(email);
    batch.set('CONTACT', contact, { emailVerificationStatus: verdict });
    return verdict === 'UNKNOWN' ? failed(contact.id, 'NO_ANSWER') : succeeded(contact.id, VERIFY_CREDITS);
  });
}
