// The tool on a fresh workspace for each test, and a playbook file of two engines.

import { expect } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { beforeSecondRequest, type Reach, type RunOptions } from '../../world.ts';

export let reach: Reach;

/** Called by each file of tests: files may share this module. */
export function openPlaybook(): void {
  reach = reachForEachTest();
}

export const FILE = `company:
  companyIndustry: Machines
  companyOverview: We build engines.
productsServices:
  - name: Difference Engine
    description: Tables without errors
    isMainProduct: true
  - name: Analytical Engine
    description: |
      Any calculation,
      in any order.
idealCustomerProfiles: []
competitors: []
testimonials: []
faqs:
  - question: Does it need steam?
    answer: Yes.
`;

/** The workspace has what the file says. */
export async function begin(): Promise<void> {
  reach.write('playbook.yaml', FILE);
  const ran = await reach.run('playbook apply playbook.yaml --yes -q');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
}

export const export_ = async () => (await reach.run('playbook export --no-schema')).stdout;

export const edited = (change: (text: string) => string) => reach.write('edited.yaml', change(FILE));

/** Someone else changes the overview right before the second request, which is the read before the write. */
export const theirChange: NonNullable<RunOptions['meanwhile']> = (...asked) =>
  beforeSecondRequest(reach)('PUT', '/v1/ai-playbook', { company: { companyOverview: 'Theirs' } })(...asked);
