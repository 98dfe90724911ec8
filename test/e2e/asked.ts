// What a test asks of a server by itself, beside the commands under test.

import type { Served } from './binary.ts';

/** The data of the answer, which must be a success; under /_local as the operator. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
export async function asked(served: Served, method: string, path: string, body?: unknown): Promise<any> {
  const own = path.startsWith('/_local/') ? { 'x-admin-token': served.adminToken } : { 'x-api-key': served.key };
  const answer = await fetch(`${served.url}${path}`, {
    method,
    headers: { ...own, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return Object(await answer.json()).data;
}

export interface HeldContact {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Every contact, with this field as well, oldest first. */
export async function everyContact(served: Served, field = 'id'): Promise<HeldContact[]> {
  const all: HeldContact[] = [];
  for (let page = 1; ; page += 1) {
    const data = await asked(served, 'GET', `/v1/contacts?page=${page}&pageSize=100&fields=${field}`);
    all.push(...data.contacts);
    if (!data.hasNextPage) return all;
  }
}
