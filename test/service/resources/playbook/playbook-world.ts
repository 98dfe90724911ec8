import { expect } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openPlaybookWorld(): void {
  world = worldForEachTest();
}

export const path = '/v1/ai-playbook';

export const read = () => world.done('GET', path);

export const put = (body: unknown) => world.call('PUT', path, { body });

/** What a PUT that is accepted answers. */
export const done = async (body: unknown) => {
  const reply = await put(body);
  expect([reply.status, reply.body.message]).toEqual([200, expect.any(String)]);
  return reply.body.data;
};

export const product = (name: string, more: object = {}) => ({ name, description: `What ${name} is`, ...more });

export const profile = (name: string) => ({
  name,
  companyIndustry: 'Food',
  companySize: '50-200',
  keyPainPoints: 'Waste',
});

export const faq = (question: string, answer = 'Yes.') => ({ question, answer });

export const none = { created: 0, updated: 0, restored: 0, deleted: 0 };

export const mains = (data: { allCompanyProductsServices: { name: string; isMainProduct: boolean }[] }) =>
  data.allCompanyProductsServices.filter(({ isMainProduct }) => isMainProduct).map(({ name }) => name);
