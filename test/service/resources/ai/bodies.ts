import { expect } from 'vitest';
import type { World } from '../../world.ts';

export const VARIABLES = '/v1/ai-variables';
export const MESSAGES = '/v1/ai-variables/ai-messages';
export const SNIPPETS = '/v1/ai-variables/ai-snippets';
export const TEMPLATES = '/v1/ai-variables/message-templates';
export const FOLDERS = '/v1/ai-variables/folders';
export const TONES = '/v1/ai-variables/ai-message-tones';

export const variable = { name: 'Company summary', entity: 'COMPANY', prompt: 'Say what {name} sells' };
export const message = { name: 'First email', channel: 'EMAIL', toneId: 1, prompt: 'Write to {firstName}' };
export const snippet = { name: 'Opening line', toneId: 1, prompt: 'One line about {companyName}' };
export const template = { name: 'Introduction', messages: ['Hello {firstName}'] };

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Data = any;

export const post = (world: World, path: string, body: unknown): Promise<Data> => world.done('POST', path, { body });
export const patch = (world: World, path: string, body: unknown): Promise<Data> => world.done('PATCH', path, { body });
export const get = (world: World, path: string): Promise<Data> => world.done('GET', path);

/** Everything the AI side keeps, so that a test can say that nothing was written. */
export function kept(world: World): Promise<Data> {
  return world.service.store.read(async (tx) => {
    const tables = ['ai_variables', 'ai_messages', 'ai_snippets', 'message_templates', 'ai_folders', 'ai_references'];
    const rows = [];
    for (const table of [...tables, 'custom_fields']) rows.push(await tx.all(`select * from ${table}`));
    return rows;
  });
}

/** Runs a call that is refused; nothing may have been written. */
export async function refusedWhole(world: World, method: string, path: string, body?: unknown): Promise<Data> {
  const before = await kept(world);
  const reply = await world.call(method, path, body === undefined ? {} : { body });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await kept(world)).toEqual(before);
  return { status: reply.status, message: reply.body.message, details: reply.body.details };
}

/** Issues of a refusal, as `path code`. */
export const codes = ({ details }: { details: { issues: { path: string; code: string }[] } }) =>
  details.issues.map(({ path, code }) => `${path} ${code}`);
