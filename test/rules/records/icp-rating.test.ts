import { expect, test } from 'vitest';
import { icpRating } from '../../../src/rules/records/icp-rating.ts';

const known = { jobTitle: 'Head of Sales', hasCompany: true, employees: 50, isSuppressed: false };

test.each<[object, string]>([
  [{}, 'HIGH'],
  [{ jobTitle: 'vice president' }, 'HIGH'],
  [{ employees: 49 }, 'MEDIUM'],
  [{ employees: null }, 'MEDIUM'],
  [{ jobTitle: 'Headhunter' }, 'MEDIUM'],
  [{ jobTitle: 'Clerk', employees: 3 }, 'LOW'],
  [{ jobTitle: ' ' }, 'MISSING_DATA'],
  [{ jobTitle: null }, 'MISSING_DATA'],
  [{ hasCompany: false }, 'MISSING_DATA'],
  [{ isSuppressed: true }, 'DISQUALIFIED'],
])('%j is %s', (facts, rating) => expect(icpRating({ ...known, ...facts })).toBe(rating));
