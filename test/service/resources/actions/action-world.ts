import { expect } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openActionWorld(): void {
  world = worldForEachTest();
}

export const post = (path: string, body: unknown, key?: string) =>
  world.call('POST', path, { body, ...(key !== undefined && { key }) });

export const read = (path: string, query: Record<string, string | number> = {}) => world.done('GET', path, { query });

export const statusOf = (id: number) => read(`/v1/actions/${id}/status`);

/** A new contact; a company beside it where one is named. */
export async function contact(input: Record<string, unknown>): Promise<number> {
  return (await post('/v1/contact', { mergeWithExisting: false, ...input })).body.data.id;
}

export async function company(input: Record<string, unknown>): Promise<number> {
  return (await post('/v1/company', { mergeWithExisting: false, ...input })).body.data.id;
}

export async function list(entity: 'CONTACT' | 'COMPANY', ids: readonly number[], name = 'Chosen'): Promise<number> {
  const { id } = (await post('/v1/lists', { name, entity })).body.data;
  await post(`/v1/lists/${id}/members`, entity === 'CONTACT' ? { contactIds: ids } : { companyIds: ids });
  return id;
}

export async function start(body: unknown): Promise<number> {
  const { status, body: answer } = await post('/v1/actions', body);
  expect([status, answer.message]).toEqual([200, expect.any(String)]);
  return answer.data.actionsId;
}

/** The status of a run that was worked off. */
export async function run(body: unknown) {
  const id = await start(body);
  await world.work();
  return statusOf(id);
}

/** One action on some records: what came of it, and the records afterwards. */
const performedOn =
  (name: 'contactIds' | 'companyIds', path: string) =>
  async (ids: readonly number[], type: string, options?: unknown) => {
    const status = await run({ [name]: ids, actions: [{ type, ...(options !== undefined && { options }) }] });
    const records = await Promise.all(ids.map((id) => read(`${path}/${id}`)));
    return { ...status, ...status.actions[0], records };
  };

export const on = performedOn('contactIds', '/v1/contacts');
export const onCompanies = performedOn('companyIds', '/v1/companies');

/** People the stand-ins always answer the same about. */
export const at = { companyName: 'Pathlight', companyDomain: 'pathlight.example' };

export const known = { firstName: 'Anna', lastName: 'Ackermann', ...at };

export const unknown = { firstName: 'Lena', lastName: 'Ackermann', ...at };
