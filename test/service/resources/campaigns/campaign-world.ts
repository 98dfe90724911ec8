import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openCampaignWorld(): void {
  world = worldForEachTest();
}

export const get = (id: number) => world.done('GET', `/v1/campaign/${id}`);

export const patch = (id: number, body: unknown) => world.done('PATCH', `/v1/campaign/${id}`, { body });
