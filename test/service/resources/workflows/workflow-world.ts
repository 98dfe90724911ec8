// A fresh world for each test of workflows as records.

import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openWorkflowWorld(): void {
  world = worldForEachTest();
}

export const get = async (id: number, query: Record<string, string | number> = {}) =>
  (await world.call('GET', `/v1/workflow/${id}`, { query })).body.data;
export const list = async (query: Record<string, string | number> = {}) =>
  (await world.call('GET', '/v1/workflows', { query })).body.data;
