// Six contacts for each test, in two groups of duplicates.

import { beforeEach } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

export let reach: Reach;

/** Called by each file of tests: files may share this module. */
export function openDuplicates(): void {
  reach = reachForEachTest();
  beforeEach(async () => {
    for (const contact of CONTACTS) {
      await reach.world.call('POST', '/v1/contact', { body: contact });
      await reach.clock.advance(60_000);
    }
  });
}

const ADA = { firstName: 'Ada', lastName: 'Lovelace', mergeWithExisting: false };

const ALAN = { firstName: 'Alan', lastName: 'Turing', mergeWithExisting: false };

const CONTACTS = [
  { ...ADA, jobTitle: 'CTO' },
  { ...ADA, jobTitle: 'Countess', mobilePhone: '+44 1', 'T-Shirt': 'M', companyName: 'Engines' },
  { ...ADA, mobilePhone: '+44 2', networkHeadline: '=poet, "and" more' },
  { ...ALAN, jobTitle: 'Codebreaker' },
  { ...ALAN },
  { firstName: 'Grace', lastName: 'Hopper' },
];

export const writesIn = (requests: readonly string[]) =>
  requests.filter((one) => /^(PATCH|DELETE|POST (?!.*search))/.test(one));

export const idsLeft = async () =>
  (await reach.run('contacts list -o id')).stdout.split('\n').filter(Boolean).map(Number);
