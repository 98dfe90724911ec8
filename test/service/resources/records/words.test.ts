// Searches for words that all records have, or many, or few, in their own text or in their companies': compared with a model that
// looks at each record.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldForAllTests } from '../../../opened.ts';

const world = worldForAllTests();

const PEOPLE = 130;
const COMPANIES = 26;

/** Name, industry and country of a company. */
const companyTexts = (n: number): string[] => [
  `Firm${n}`,
  n % 2 === 0 ? 'even' : 'odd half',
  n % 13 === 0 ? 'seldom' : 'firmly',
];

/** First name, last name and job title of a person. */
const personTexts = (n: number): string[] => [
  `Person${n}`,
  n % 3 === 0 ? 'third Everywhere' : 'everywhere',
  [n % 2 === 0 && 'half', n % 65 === 0 && 'rare', n % 5 === 0 && 'odd'].filter(Boolean).join('-') || 'none',
];

/** Every fourth has none. */
const companyOf = (n: number): number | null => (n % 4 === 3 ? null : n % COMPANIES);

function bodyOf(n: number): object {
  const [firstName, lastName, jobTitle] = personTexts(n);
  const company = companyOf(n);
  if (company === null) return { firstName, lastName, jobTitle };
  const [companyName, companyIndustry, companyCountry] = companyTexts(company);
  return { firstName, lastName, jobTitle, companyName, companyIndustry, companyCountry };
}

function has(texts: readonly string[], word: string): boolean {
  return texts.some((text) => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).some((one) => one.startsWith(word)));
}

/** The numbers of those that match. */
function model(words: readonly string[], title: string | null): number[] {
  return Array.from({ length: PEOPLE }, (_, n) => n).filter((n) => {
    const company = companyOf(n);
    const ofCompany = company === null ? [] : companyTexts(company);
    const isMessage = words.every((word) => has(personTexts(n), word) || has(ofCompany, word));
    return isMessage && (title === null || personTexts(n)[2] === title);
  });
}

const WORDS = [
  ...['everywhere', 'every', 'person', 'half', 'third', 'rare', 'odd', 'even', 'seldom', 'firm', 'firm1', 'person12'],
  ...['none', 'e', 'pe', 'nobody'],
];

interface Asked {
  readonly words: readonly string[];
  readonly title: string | null;
  readonly pageSize: number;
  readonly page: number;
}

test('every page of every search is that of the model; another workspace changes nothing', async () => {
  const people = Array.from({ length: PEOPLE }, (_, n) => bodyOf(n));
  const theirs = await world.newKey(['ALL'], 'theirs', 'Theirs');
  for (const [from, to] of [
    [0, 70],
    [70, PEOPLE],
  ]) {
    const body = { contacts: people.slice(from, to) };
    await world.call('POST', '/v1/contacts/bulk', { key: theirs, body });
    await world.call('POST', '/v1/contacts/bulk', { body });
  }
  const look = async ({ words, title, pageSize, page }: Asked): Promise<void> => {
    const expected = model(words, title);
    const filter = title !== null && { include: { jobTitle: [title] } };
    const body = { search: words.join(' '), pageSize, page, ...filter };
    const { contacts, total } = await world.done('POST', '/v1/contacts/search', { body });
    const found = contacts.map(({ firstName }: { firstName: string }) => Number(firstName.replace('Person', '')));
    const wanted = expected.slice((page - 1) * pageSize, page * pageSize);
    expect({ total, found }, words.join(' ')).toEqual({ total: expected.length, found: wanted });
  };
  // Some have the word in their own text and in their company's.
  for (const word of WORDS) {
    await look({ words: [word], title: null, pageSize: 3, page: 3 });
    await look({ words: [word], title: null, pageSize: 3, page: 1 });
  }
  const asked = fc.record({
    words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
    title: fc.option(fc.constantFrom('half', 'none')),
    pageSize: fc.constantFrom(3, 50, 100),
    page: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(fc.asyncProperty(asked, look), { numRuns: 60, interruptAfterTimeLimit: 15_000 });
});
