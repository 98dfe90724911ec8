import { expect } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openFinderWorld(): void {
  world = worldForEachTest();
}

export const post = (path: string, body: unknown, key?: string) =>
  world.call('POST', path, { body, ...(key !== undefined && { key }) });

export const get = (path: string, query: Record<string, string | number> = {}, key?: string) =>
  world.call('GET', path, { query, ...(key !== undefined && { key }) });

export const PREVIEWS = '/v1/ai-finder/previews';

export const TEXT = 'CTOs at software companies in Germany';

export async function preview(body: unknown = { text: TEXT }) {
  const { status, body: answer } = await post(PREVIEWS, body);
  expect([status, answer.message]).toEqual([200, expect.any(String)]);
  return answer.data;
}

export async function results(previewId: string, query: Record<string, number> = {}) {
  return (await get(`${PREVIEWS}/${previewId}/results`, query)).body.data;
}

export const HOUR = 3_600_000;
