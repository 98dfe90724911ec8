// The tool on the sample workspace for each test, and a workflow file of two steps.

import { expect } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

export let reach: Reach;

/** Called by each file of tests: files may share this module. */
export function openWorkflows(): void {
  reach = reachForEachTest({ empty: false });
}

/** Runs it while time goes on: what waits wakes. */
export const go: Reach['run'] = (argv, options) => reach.clock.run(reach.run(argv, options));

export const FILE = `name: Enrol
nodes:
  - { id: select, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [3, 4] }, next: [verify] }
  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, next: [] }
`;

export const PLAN = {
  nodes: [
    { id: 'select', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [3, 4] }, next: ['verify'] },
    { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', next: [] },
  ],
};

/** Creates the file's workflow; gives its id. */
export async function created(text = FILE): Promise<number> {
  reach.write('made.yaml', text);
  const ran = await reach.run('workflow create made.yaml --yes -o id');
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringMatching(/^[1-9][0-9]*\n$/)]);
  return Number(ran.stdout);
}
