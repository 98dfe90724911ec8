// Made-up people, the same for the same number: no randomness, so that two runs measure the same work.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

// With accents, as a file of European contacts has them: text that is ASCII alone is quicker to read.
const FIRST = ['Zoë', 'André', 'Jürgen', 'Łukasz', 'Núria', 'Håkon', 'Chloé', 'Søren', 'Renée', 'Željko'];
const LAST = ['Müller', 'García', 'Žižek', 'Sørensen', 'Lefèvre', 'Żak', 'Gonçalves', 'Åberg', 'Peña', 'Strauß'];
const TITLES = ['Head of Sales', 'VP Marketing', 'CTO', 'Account Executive', 'Chief of Staff, EMEA', 'Buyer'];
const COUNTRIES = ['Germany', 'France', 'Spain', 'Portugal', 'Austria', 'Poland', 'Ireland'];
const INDUSTRIES = ['Software', 'Logistics', 'Retail', 'Chemicals', 'Finance'];

/** A number that looks random, the same for the same one: spreads names over a file. */
function spread(n: number, salt: number): number {
  let mixed = Math.imul(n ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const one = (of: readonly string[], n: number, salt: number): string => of[spread(n, salt) % of.length] ?? '';

const firstName = (n: number): string => `${one(FIRST, n, 1)}${spread(n, 2) % 50}`;
/** No two of one company have the same name: they would be one person who contradicts itself. */
const lastName = (n: number): string => `${one(LAST, n, 3)}${n}`;

export const COLUMNS = [
  'First Name',
  'Last Name',
  'Email',
  'Job Title',
  'LinkedIn URL',
  'Mobile Phone',
  'Headline',
  'Country',
  'Company',
  'Company Domain',
  'Industry',
  'Website',
] as const;

/** Twelve cells as a spreadsheet writes them: a few quoted, a few empty. */
function csvRow(n: number): string {
  const company = companyOf(n);
  const title = one(TITLES, n, 6);
  return [
    firstName(n),
    lastName(n),
    `person.${n}@company${company}.example.com`,
    title.includes(',') ? `"${title}"` : title,
    `https://www.linkedin.com/in/person-${n}`,
    n % 3 === 0 ? '' : `+49 30 ${String(1_000_000 + (n % 9_000_000))}`,
    n % 5 === 0 ? `"Building teams, ""quietly"", since ${1990 + (n % 30)}"` : `Helping company ${company} grow`,
    one(COUNTRIES, n, 7),
    `Company ${company}`,
    `company${company}.example.com`,
    one(INDUSTRIES, company, 8),
    `https://company${company}.example.com`,
  ].join(',');
}

/** Writes a CSV file of so many rows; gives its size in bytes. */
export async function writeCsvFile(path: string, rows: number): Promise<number> {
  const file = createWriteStream(path);
  let text = `${COLUMNS.join(',')}\r\n`;
  for (let n = 1; n <= rows; n += 1) {
    text += `${csvRow(n)}\r\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'close');
  return file.bytesWritten;
}

const COMPANIES = 50_000;

/** The number of a person's company. */
export const companyOf = (n: number): number => spread(n, 5) % COMPANIES;

/** A company by its fields. */
export function companyItem(company: number): object {
  return {
    name: `Company ${company}`,
    domain: `company${company}.example.com`,
    industry: one(INDUSTRIES, company, 8),
    website: `https://company${company}.example.com`,
  };
}

export interface PersonInput {
  readonly [field: string]: string | number | boolean;
}

/** The same person's own fields. */
export function personItem(n: number): PersonInput {
  const company = companyOf(n);
  return {
    firstName: firstName(n),
    lastName: lastName(n),
    professionalEmail: `person.${n}@company${company}.example.com`,
    jobTitle: one(TITLES, n, 6),
    networkProfileUrl: `https://www.linkedin.com/in/person-${n}`,
    mobilePhone: `+49 30 ${String(1_000_000 + (n % 9_000_000))}`,
    networkHeadline: `Helping company ${company} grow`,
    contactCountry: one(COUNTRIES, n, 7),
  };
}

/** The same person as an item of a bulk. */
export function contactItem(n: number): PersonInput {
  const company = companyOf(n);
  return {
    ...personItem(n),
    companyName: `Company ${company}`,
    companyDomain: `company${company}.example.com`,
    companyIndustry: one(INDUSTRIES, company, 8),
    companyWebsite: `https://company${company}.example.com`,
  };
}
