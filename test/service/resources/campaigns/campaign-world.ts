// A fresh world for each test of campaigns as records.

import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';
import { done } from './bodies.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openCampaignWorld(): void {
  world = worldForEachTest();
}

export const get = (id: number) => done(world, 'GET', `/v1/campaign/${id}`);

export const patch = (id: number, body: unknown) => done(world, 'PATCH', `/v1/campaign/${id}`, { body });
