// COMPANY_NETWORK_FROM_NAME: finds the page of a company on the network.

import { domainKey } from '../../../../rules/records/addresses.ts';
import { type CompanyPage, isSimilarName, pagesNamed } from '../../../stand-ins/directory.ts';
import { type Batch, textOf } from './batch.ts';
import { mailDomain } from './email.ts';
import { type ActionOutcome, failed, skipped, succeeded } from './outcome.ts';

export interface CompanyPageOptions {
  readonly matchOnlyExactDomain?: boolean | undefined;
  readonly matchOnlyExactName?: boolean | undefined;
  /** Ignored if `matchOnlyExactName` is set. */
  readonly matchOnlySimilarName?: boolean | undefined;
}

const PAGE_CREDITS = 1;

/** Without options, the best result is taken. */
export function findCompanyPages(
  batch: Batch,
  ids: readonly number[],
  options: CompanyPageOptions,
): Promise<ActionOutcome[]> {
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
  { name, domain }: { readonly name: string; readonly domain: string | null },
  { matchOnlyExactDomain, matchOnlyExactName, matchOnlySimilarName }: CompanyPageOptions,
): boolean {
  if (matchOnlyExactDomain && domainKey(page.domain) !== domain) return false;
  if (matchOnlyExactName) return page.name.trim().toLowerCase() === name.trim().toLowerCase();
  return !matchOnlySimilarName || isSimilarName(page.name, name);
}
