// What the search stand-in makes of a sentence, and of feedback on one; and the invented world it searches.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Criteria, criteriaOf, filtersOf, NO_CRITERIA } from '../../../src/rules/finder/criteria.ts';
import { refined } from '../../../src/service/stand-ins/audience/refine.ts';
import { criteriaOfText, parseText, staffIn } from '../../../src/service/stand-ins/audience/understand.ts';
import { find, servedBy } from '../../../src/service/stand-ins/search/search.ts';
import { COMPANY_COUNT, companyAt, companyDomain } from '../../../src/service/stand-ins/world/companies.ts';
import {
  companyKnownBy,
  peopleCount,
  personAt,
  personName,
  personWithProfile,
  profileOf,
} from '../../../src/service/stand-ins/world/people.ts';

/** Only what was said something about, so that rows stay short. */
function message(criteria: Criteria): Record<string, unknown> {
  const { include, exclude, spans, flags, entity } = criteria;
  return {
    ...include,
    ...spans,
    ...flags,
    ...(Object.keys(exclude).length > 0 && { not: exclude }),
    ...(entity !== null && { entity }),
  };
}

const understood = (text: string) => message(criteriaOfText(parseText(text)));

describe('a sentence → what is asked for', () => {
  test.each<[string, Record<string, unknown>]>([
    ['CTOs', { titles: ['Chief Technology Officer'], entity: 'CONTACT' }],
    [
      'CTOs, VPs of Sales and heads of marketing',
      { titles: ['Chief Technology Officer', 'VP Sales', 'Head of Marketing'], entity: 'CONTACT' },
    ],
    ['sales leaders', { functions: ['Sales'], seniorities: ['C_LEVEL', 'VP', 'DIRECTOR'], entity: 'CONTACT' }],
    [
      'founders of biotech startups',
      {
        seniorities: ['FOUNDER'],
        industries: ['Biotechnology'],
        employees: { min: null, max: 200 },
        entity: 'CONTACT',
      },
    ],
    ['people in the Netherlands', { countries: ['Netherlands'], entity: 'CONTACT' }],
    ['companies in DACH', { countries: ['Germany', 'Austria', 'Switzerland'], entity: 'COMPANY' }],
    [
      'software companies in New York',
      { industries: ['Software Development'], cities: ['New York'], entity: 'COMPANY' },
    ],
    ['banks in Malmo', { industries: ['Banking'], cities: ['Malmö'], entity: 'COMPANY' }],
    ['companies in the US that talk to us', { countries: ['United States'], entity: 'COMPANY' }],
    ['IT managers who like it', { titles: ['IT Manager'], entity: 'CONTACT' }],
    ['HR managers not in Vienna', { titles: ['People Manager'], not: { cities: ['Vienna'] }, entity: 'CONTACT' }],
    [
      'marketing directors excluding banks and insurers, in France',
      {
        titles: ['Marketing Director'],
        not: { industries: ['Banking', 'Insurance'] },
        countries: ['France'],
        entity: 'CONTACT',
      },
    ],
    [
      'marketing directors, but no banks. In France',
      { titles: ['Marketing Director'], countries: ['France'], not: { industries: ['Banking'] }, entity: 'CONTACT' },
    ],
    [
      'people not in Germany, Austria or Italy',
      { not: { countries: ['Germany', 'Austria', 'Italy'] }, entity: 'CONTACT' },
    ],
    ['companies with 50-200 employees', { employees: { min: 50, max: 200 }, entity: 'COMPANY' }],
    ['companies with between 1,000 and 5,000 people', { employees: { min: 1000, max: 5000 }, entity: 'COMPANY' }],
    ['mid-sized retailers', { employees: { min: 51, max: 1000 }, industries: ['Retail'], entity: 'COMPANY' }],
    ['Series A and Series B companies', { fundingStages: ['Series A', 'Series B'], entity: 'COMPANY' }],
    ['companies that raised money', { isFunded: true, entity: 'COMPANY' }],
    ['Shopify stores', { storePlatforms: ['Shopify'] }],
    ['e-commerce brands with "solar" lamps', { isStore: true, keywords: ['solar'], entity: 'COMPANY' }],
    ['dentists and coffee shops in Berlin', { businesses: ['Dentist', 'Café'], cities: ['Berlin'] }],
    ['companies using k8s and postgres', { technologies: ['Kubernetes', 'PostgreSQL'], entity: 'COMPANY' }],
    [
      'CTOs at companies hiring data engineers in London',
      {
        titles: ['Chief Technology Officer'],
        isHiring: true,
        openings: ['Data'],
        cities: ['London'],
        entity: 'CONTACT',
      },
    ],
    ['', {}],
    ['colourless green ideas', {}],
  ])('%s', (text, wanted) => expect(understood(text)).toEqual(wanted));

  test('what was not understood is reported', () => {
    expect(parseText('seasoned CTOs with a knack for tapestry').notUnderstood).toEqual([
      'seasoned',
      'knack',
      'tapestry',
    ]);
    expect(parseText('companies that raised more than $10M, any size').notUnderstood).toEqual(['10M', 'size']);
  });
});

describe('numbers', () => {
  test.each<[string, [number | null, number | null] | null]>([
    ['more than 500 employees', [501, null]],
    ['over 1.5k staff', [1501, null]],
    ['at least 500 employees', [500, null]],
    ['500+ employees', [500, null]],
    ['fewer than 50 people', [null, 49]],
    ['up to 50 people', [null, 50]],
    ['company size 11-50', [11, 50]],
    ['headcount over 200', [201, null]],
    ['100 employees', [80, 120]],
    ['500 companies', null],
  ])('%s → employees', (text, wanted) => {
    const { span } = staffIn(text);
    expect(span && [span.min, span.max]).toEqual(wanted);
  });
});

describe('feedback: what it names takes the place of before, unless it says otherwise', () => {
  const before = criteriaOfText(parseText('CTOs at software companies in Germany with 50-200 employees'));
  const was = { titles: ['Chief Technology Officer'], industries: ['Software Development'] };
  const small = { employees: { min: 50, max: 200 } };

  test.each<[string, Record<string, unknown>]>([
    ['only in Austria', { ...was, ...small, countries: ['Austria'] }],
    ['also in Austria', { ...was, ...small, countries: ['Germany', 'Austria'] }],
    ['add Austria and Switzerland', { ...was, ...small, countries: ['Germany', 'Austria', 'Switzerland'] }],
    ['in Berlin', { ...was, ...small, cities: ['Berlin'] }],
    ['heads of sales instead', { ...was, ...small, titles: ['Head of Sales'], countries: ['Germany'] }],
    [
      'not CTOs but heads of sales',
      {
        ...was,
        ...small,
        titles: ['Head of Sales'],
        countries: ['Germany'],
        not: { titles: ['Chief Technology Officer'] },
      },
    ],
    ['without banks', { ...was, ...small, countries: ['Germany'], not: { industries: ['Banking'] } }],
    ['more than 1000 employees', { ...was, countries: ['Germany'], employees: { min: 1001, max: null } }],
    ['hm', { ...was, ...small, countries: ['Germany'] }],
  ])('%s', (feedback, wanted) => {
    expect(message(refined(before, feedback, parseText(feedback)))).toEqual({ ...wanted, entity: 'CONTACT' });
  });
});

describe('any text at all', () => {
  test('is understood without an error, and what is kept of it comes back as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 60 }), (text, feedback) => {
        const criteria = refined(criteriaOfText(parseText(text)), feedback, parseText(feedback));
        expect(criteriaOf(JSON.parse(JSON.stringify(criteria)))).toEqual(criteria);
      }),
      { numRuns: 300 },
    );
  });

  test('criteria are read from anything', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => filtersOf(criteriaOf(value))).not.toThrow();
      }),
    );
    expect(criteriaOf(null)).toEqual(NO_CRITERIA);
  });
});

describe('the invented world', () => {
  test('no two companies share a domain, no two people of a company a name', () => {
    const domains = new Set(Array.from({ length: COMPANY_COUNT }, (_, index) => companyDomain(companyAt(index))));
    expect(domains.size).toBe(COMPANY_COUNT);
    for (const index of [0, 1, 999, COMPANY_COUNT - 1]) {
      const company = companyAt(index);
      const names = Array.from({ length: peopleCount(company) }, (_, nth) => {
        const { firstName, lastName } = personName(personAt(company, nth));
        return `${firstName} ${lastName}`;
      });
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('a profile and a domain lead back to who has them, and to no one else', () => {
    fc.assert(
      fc.property(fc.nat(COMPANY_COUNT - 1), fc.nat(20), (index, nth) => {
        const company = companyAt(index);
        expect(companyKnownBy({ domain: companyDomain(company) })).toEqual(company);
        if (nth >= peopleCount(company)) return;
        const person = personAt(company, nth);
        expect(personWithProfile(profileOf(person))).toEqual(person);
      }),
      { numRuns: 50 },
    );
    for (const url of ['https://network.example/in/ada', 'https://network.example/in/ada-lovelace-2y43', '']) {
      expect(personWithProfile(url)).toBe(null);
    }
  });

  test('the same search finds the same, page by page as at once', () => {
    const criteria = servedBy('NETWORK', 'CONTACT', criteriaOfText(parseText('heads of sales in Norway')));
    const search = { provider: 'NETWORK', entity: 'CONTACT', criteria } as const;
    const ids = (offset: number, limit: number) => find(search, { offset, limit }).found.map(({ record }) => record.id);
    expect([...ids(0, 20), ...ids(20, 20)]).toEqual(ids(0, 40));
    const { found } = find(search, { offset: 0, limit: 40 });
    expect(new Set(found.map(({ record }) => record.title))).toEqual(new Set(['Head of Sales']));
  });
});
