// A world of twelve contacts for each test of the steps of workflows.

import { beforeEach } from 'vitest';
import { worldForEachTest } from '../../../../opened.ts';
import type { World } from '../../../world.ts';
import { block } from '../bodies.ts';
import { type Node, peopled } from './running.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openStepWorld(): void {
  world = worldForEachTest();
  beforeEach(() => peopled(world, 12));
}

export const toList = (id: string, ...next: string[]): Node =>
  block(id, 'ADD_LEADS_TO_GROUP', { leadsGroupId: 2 }, ...next);

export const when = (conditions: readonly object[], ...next: string[]): Node => ({
  id: 'when',
  kind: 'CONDITIONAL',
  conditions,
  fallbackName: 'else',
  next,
});
