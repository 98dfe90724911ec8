// The tool on a fresh workspace for each test of AI entities.

import { expect } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

export let reach: Reach;

/** Called by each file of tests: files may share this module. */
export function openAi(): void {
  reach = reachForEachTest();
}

export const json = async (argv: string, stdin?: string) => {
  const ran = await reach.run(`${argv} --json`, stdin === undefined ? {} : { stdin });
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  return JSON.parse(ran.stdout);
};

export const VARIABLES = '/v1/ai-variables';

export const SUMMARY =
  'ai variable create -f "name=Company summary" -f entity=COMPANY -f "prompt=Say what {name} sells"';
