// SCRAPE_LEAD_FROM_NETWORK: reads the profile of a contact and the page of its company.

import { domainKey, networkPageKey } from '../../../../rules/records/addresses.ts';
import { companyItem } from '../../../../rules/records/items.ts';
import type { EditableRecord } from '../../../../rules/records/upsert/pending-record.ts';
import { readCompanyPage, readProfile } from '../../../stand-ins/profiles.ts';
import { type CompanyPage, isSimilarName, pagesNamed } from '../../../stand-ins/providers.ts';
import { companyInput } from '../../../stand-ins/search/found.ts';
import type { WorldCompany } from '../../../stand-ins/world/companies.ts';
import { moveHistory, moveMemberships, sharedProfiles } from '../../contacts/queries/same-profile.ts';
import { deleteContact } from '../../contacts/write.ts';
import { replaceInRuns } from '../../workflows/queries/run-records.ts';
import { type ActionOptions, type Batch, type Changes, failed, numberOf, skipped, succeeded, textOf } from './batch.ts';
import { mailDomain } from './email.ts';

const SCRAPE_CREDITS = 1;

/** Values that the profile does not have are left as they are. */
function nonNull(values: Readonly<Record<string, string | number | null>>): Changes {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

export async function scrapeLeads(
  batch: Batch,
  ids: readonly number[],
  options: ActionOptions<'SCRAPE_LEAD_FROM_NETWORK'>,
) {
  const outcomes = await batch.each('CONTACT', ids, async (contact) => {
    const url = textOf(contact, 'networkProfileUrl');
    if (url === null) return skipped(contact.id, 'NO_PROFILE');
    const company = batch.companyOf(contact);
    const profile = readProfile({
      url,
      jobTitle: textOf(contact, 'jobTitle'),
      companyName: textOf(company, 'name'),
      country: textOf(contact, 'contactCountry') ?? textOf(company, 'companyCountry'),
    });
    if (profile === null) return failed(contact.id, 'PROFILE_UNAVAILABLE');
    const { company: at, ...values } = profile;
    batch.set('CONTACT', contact, nonNull(values));
    if (options.skipCompanyScrape !== true) {
      if (at !== null && company === null) await linkCompany(batch, contact, at);
      scrapeCompany(batch, batch.companyOf(contact));
    }
    return succeeded(contact.id, SCRAPE_CREDITS);
  });
  await batch.save();
  if (options.skipContactMerge !== true) await mergeDuplicates(batch, ids);
  return outcomes;
}

/** Links the contact to the company of its profile, which is found by its keys or created. */
async function linkCompany(batch: Batch, contact: EditableRecord, company: WorldCompany): Promise<void> {
  const { upsertCompanies } = await import('../../records/upsert.ts');
  const [upserted] = await upsertCompanies(batch.context, [companyItem(companyInput(company))]);
  if (!upserted?.ok) return;
  const { id } = upserted.upserted.record;
  await batch.read('COMPANY', [id]);
  batch.link(contact, id);
}

/** Headcount and growth are always taken from the page; other existing values are kept. */
function scrapeCompany(batch: Batch, company: EditableRecord | null): void {
  if (company === null) return;
  const facts = readCompanyPage({
    domain: textOf(company, 'domain'),
    networkUrl: textOf(company, 'companyNetworkUrl'),
    name: textOf(company, 'name'),
  });
  if (facts === null) return;
  const { headcountGrowthYearly, ...rest } = facts;
  const headcount = numberOf(company, 'numberOfEmployees') ?? facts.headcount;
  const missing = Object.entries(rest).filter(([name]) => textOf(company, name) === null);
  batch.set('COMPANY', company, { ...nonNull(Object.fromEntries(missing)), headcount, headcountGrowthYearly });
}

/**
 * Merges contacts that turn out to have the same profile: the oldest stays, and gets missing values and the history of the
 * others. The batch must have been saved.
 */
async function mergeDuplicates(batch: Batch, ids: readonly number[]): Promise<void> {
  const { context } = batch;
  const { tx, principal } = context;
  const keys = ids.flatMap(
    (id) => networkPageKey('CONTACT', textOf(batch.get('CONTACT', id), 'networkProfileUrl')) ?? [],
  );
  for (const [, [oldest, ...younger]] of await sharedProfiles(tx, principal.workspaceId, new Set(keys))) {
    if (oldest === undefined) continue;
    await batch.read('CONTACT', [oldest, ...younger]);
    for (const id of younger) await mergeInto(batch, oldest, id);
  }
}

/** What is known about a value goes with it: one that was verified says nothing of another. */
const ABOUT: ReadonlyMap<string, string> = new Map([
  ['emailVerificationStatus', 'professionalEmail'],
  ['phoneVerificationStatus', 'mobilePhone'],
]);

async function mergeInto(batch: Batch, oldestId: number, id: number): Promise<void> {
  const { tx, principal } = batch.context;
  const [oldest, duplicate] = [batch.get('CONTACT', oldestId), batch.get('CONTACT', id)];
  if (oldest === null || duplicate === null) return;
  const isMissing = (name: string): boolean => {
    const about = ABOUT.get(name);
    const known = about === undefined ? undefined : oldest.standard.get(about);
    return !oldest.standard.has(name) && (known === undefined || known === duplicate.standard.get(about ?? ''));
  };
  const missing: Changes = Object.fromEntries([...duplicate.standard].filter(([name]) => isMissing(name)));
  batch.set('CONTACT', oldest, missing);
  for (const [key, value] of duplicate.properties) if (!oldest.properties.has(key)) oldest.properties.set(key, value);
  if (oldest.companyId === null && duplicate.companyId !== null) batch.link(oldest, duplicate.companyId);
  oldest.isChanged = true;
  await batch.save();
  await moveMemberships(tx, principal.workspaceId, id, oldestId);
  await moveHistory(tx, principal.workspaceId, id, oldestId);
  await replaceInRuns(tx, principal.workspaceId, id, oldestId);
  await deleteContact(batch.context, id);
}

// COMPANY_NETWORK_FROM_NAME: finds the page of a company on the network.

type CompanyPageOptions = ActionOptions<'COMPANY_NETWORK_FROM_NAME'>;

const PAGE_CREDITS = 1;

/** Without options, the best result is taken. */
export function findCompanyPages(batch: Batch, ids: readonly number[], options: CompanyPageOptions) {
  return batch.each('COMPANY', ids, (company) => {
    if (textOf(company, 'companyNetworkUrl') !== null) return skipped(company.id, 'HAS_NETWORK_PAGE');
    const name = textOf(company, 'name');
    if (name === null) return skipped(company.id, 'NO_NAME');
    const domain = mailDomain(company);
    if (options.matchOnlyExactDomain && domain === null) return failed(company.id, 'NO_DOMAIN');
    const page = pagesNamed(name, domain).find((one) => isMatch(one, { name, domain }, options));
    if (page === undefined) return failed(company.id, 'NOT_FOUND');
    batch.set('COMPANY', company, { companyNetworkUrl: page.url });
    return succeeded(company.id, PAGE_CREDITS);
  });
}

function isMatch(
  page: CompanyPage,
  { name, domain }: { name: string; domain: string | null },
  { matchOnlyExactDomain, matchOnlyExactName, matchOnlySimilarName }: CompanyPageOptions,
): boolean {
  if (matchOnlyExactDomain && domainKey(page.domain) !== domain) return false;
  if (matchOnlyExactName) return page.name.trim().toLowerCase() === name.trim().toLowerCase();
  return !matchOnlySimilarName || isSimilarName(page.name, name);
}
