// What the values of a column tell that its header does not: of a person or of a company, half a name or a whole one.

import { looseName } from '../../../rules/nearest.ts';
import { companyWebsiteKey, networkPageKey } from '../../../rules/records/addresses.ts';
import { hasCompanyForm, splitFullName } from '../../../rules/records/full-name.ts';
import type { MappedColumn } from './cell.ts';
import { isHostAlone } from './cell-text.ts';
import { FIELDS_OF_HEADER } from './known-headers.ts';
import type { TargetFields } from './target-fields.ts';

export type FieldTarget = Pick<MappedColumn, 'field' | 'kind' | 'isByValues'>;

/** Headers of columns that hold a first and a last name. */
export const FULL_NAMES: ReadonlySet<string> = new Set(
  [
    ...'name fullname contactname personname displayname vollername vollständigername kontaktname'.split(' '),
    ...'nomcomplet nombrecompleto nomecompleto nominativo naam volledigenaam imięinazwisko adsoyad adısoyadı'.split(
      ' ',
    ),
    ...'namn navn nimi 氏名 お名前 姓名 фио contact kontakt kontaktperson ansprechpartner'.split(' '),
  ].map(looseName),
);

/** Whether a column called `Name` has last names: beside it stand first names, and it does not repeat them. */
export function areLastNames(
  index: number,
  { header, rows, decided }: FileColumns,
  { byLooseName }: TargetFields,
): boolean {
  const columnsOf = (field: string) =>
    header.flatMap((name, at) => (byLooseName.get(looseName(name)) === field ? [at] : []));
  const [first] = columnsOf('firstName');
  if (first === undefined || decided.has('lastName') || columnsOf('lastName').length > 0) return false;
  const names = rows
    .map((cells) => ({ first: cells[first]?.trim() ?? '', name: cells[index]?.trim() ?? '' }))
    .filter((row) => row.first !== '' && row.name !== '');
  if (names.some((row) => hasCompanyForm(row.name))) return false;
  return names.filter((row) => !row.name.toLowerCase().includes(row.first.toLowerCase())).length * 2 > names.length;
}

const PERSONAL = new Set(['firstName', 'lastName', 'jobTitle']);
const OF_COMPANIES = new Set([
  'domain',
  'website',
  'industry',
  'companyNetworkUrl',
  'numberOfEmployees',
  'companyCRMId',
]);

/** Whether a table that is imported as companies has columns of people, and none but `Name` that companies have. */
export const areOfPeople = (header: readonly string[], { byLooseName }: TargetFields): boolean =>
  header.some((cell) => FIELDS_OF_HEADER.get(cell.trim().toLowerCase())?.some((field) => PERSONAL.has(field))) &&
  !header.some((cell) => OF_COMPANIES.has(byLooseName.get(looseName(cell)) ?? ''));

/** Why a column of first and last names in one is left out, unless it is mapped by hand. */
export const ONE_NAME = 'one name';

const PROFILE = /^[^/]+\/(?:in|pub|profile|people|sales)\//;
export const isText = (text: string): boolean => text !== '';

/** What a column of pages is by its values: of the person or company on a network, or the company's website. `URL` says nothing else of it. */
export function pageTarget(
  target: FieldTarget,
  isNamed: boolean,
  values: readonly string[],
  { fields }: TargetFields,
): FieldTarget | string {
  const website = fields.get('companyWebsite') ?? fields.get('website');
  if (isNamed) {
    const isWebsites = values.filter(isHostAlone).length * 2 > values.length;
    return website !== undefined && isWebsites ? { ...website, isByValues: true } : target;
  }
  const profiles = values.filter((value) => PROFILE.test(networkPageKey('CONTACT', value) ?? ''));
  if (profiles.length * 2 >= values.length) return target;
  const websites = values.filter((value) => companyWebsiteKey(value) !== null);
  if (profiles.length === 0 && websites.length * 2 > values.length && website !== undefined) return website;
  return 'its values are neither profiles nor websites of companies';
}

interface FileColumns {
  readonly header: readonly string[];
  /** The first of them. */
  readonly rows: readonly (readonly string[])[];
  /** Fields whose column was said. */
  readonly decided: ReadonlySet<string>;
}

/** Whether a column of first or of last names has whole names, and no other column of the file has the rest of them. */
export function areWholeNames(
  index: number,
  field: string,
  { header, rows, decided }: FileColumns,
  { byLooseName }: TargetFields,
): boolean {
  if (field !== 'firstName' && field !== 'lastName') return false;
  const rest = field === 'firstName' ? 'lastName' : 'firstName';
  const others = header.flatMap((name, at) => (byLooseName.get(looseName(name)) === rest ? [at] : []));
  const textOf = (cells: readonly string[], at: number) => cells[at]?.trim() ?? '';
  if (decided.has(rest) || rows.some((cells) => others.some((at) => textOf(cells, at) !== ''))) return false;
  const values = rows.map((cells) => textOf(cells, index)).filter(isText);
  return values.filter((value) => splitFullName(value) !== null).length * 2 > values.length;
}
