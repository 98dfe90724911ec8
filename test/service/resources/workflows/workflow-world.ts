import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openWorkflowWorld(): void {
  world = worldForEachTest();
}

export const get = (id: number, query: Record<string, string | number> = {}) =>
  world.done('GET', `/v1/workflow/${id}`, { query });
export const list = (query: Record<string, string | number> = {}) => world.done('GET', '/v1/workflows', { query });
