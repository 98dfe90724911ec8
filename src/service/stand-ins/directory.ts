// Stand-in for the directory of company pages: search by name, best match first.

import { looseName } from '../../rules/nearest.ts';
import { hashOf, slugOf } from './draw.ts';
import { companyDomain, companyName, companyPage } from './world/companies.ts';
import { companyKnownBy } from './world/find.ts';

export interface CompanyPage {
  readonly url: string;
  readonly name: string;
  readonly domain: string;
}

function pageOf(name: string, domain: string): CompanyPage {
  return { url: `https://network.example/company/${slugOf(name)}`, name, domain };
}

/** `domain` of the company, if known: most pages have the same. */
export function pagesNamed(name: string, domain: string | null): CompanyPage[] {
  const known = companyKnownBy({ name, domain });
  if (known !== null) return [{ url: companyPage(known), name: companyName(known), domain: companyDomain(known) }];
  const hash = hashOf('pages', name.toLowerCase()) % 100;
  const elsewhere = `${slugOf(name)}-group.example`;
  const own = domain ?? `${slugOf(name)}.example`;
  if (hash < 60) return [pageOf(name, own), pageOf(`${name} Group`, elsewhere)];
  if (hash < 75) return [pageOf(name, elsewhere)];
  if (hash < 88) return [pageOf(`${name} Group`, own)];
  return [];
}

/** Equal apart from legal forms and similar suffixes. */
export function isSimilarName(a: string, b: string): boolean {
  const bare = (name: string): string =>
    looseName(name.replace(/\b(group|holding|gmbh|ag|inc|ltd|llc|sa|bv)\.?$/i, ''));
  return bare(a) === bare(b);
}
