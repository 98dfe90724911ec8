// What an ideal customer profile says about whom to search for: the words of people, read as filters.

import { getOwn, type JsonObject } from '../../contract/json.ts';

export interface ProfileFilters {
  readonly industries: readonly string[];
  /** Employees, both ends included; null for no end, or no size that could be read. */
  readonly companySize: { readonly min: number; readonly max: number | null } | null;
  readonly jobTitles: readonly string[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const NUMBER = /\d{1,3}(?:[ .,’']\d{3})+|\d+/g;

/** `50-200`, `50 to 200 employees`, `1,000+`, `up to 50`, `250`; null where no number stands. */
export function sizeOf(text: string): ProfileFilters['companySize'] {
  const numbers = (text.match(NUMBER) ?? []).slice(0, 2).map((digits) => Number(digits.replace(/\D/g, '')));
  const [first, second] = numbers;
  if (first === undefined) return null;
  if (second !== undefined) return { min: Math.min(first, second), max: Math.max(first, second) };
  if (/\+|more|over|above|from|at least|>|≥/i.test(text)) return { min: first, max: null };
  if (/up to|less|under|below|at most|<|≤/i.test(text)) return { min: 1, max: first };
  return { min: first, max: first };
}

/** Industries are separated by commas, semicolons, slashes or "and"/"or". */
export function filtersOfProfile(profile: JsonObject): ProfileFilters {
  const industries = textOf(getOwn(profile, 'companyIndustry'))
    .split(/[,;/\n]|\s+(?:and|or)\s+/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const titles = getOwn(profile, 'jobTitles');
  return {
    industries: [...new Set(industries)],
    companySize: sizeOf(textOf(getOwn(profile, 'companySize'))),
    jobTitles: Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : [],
  };
}
