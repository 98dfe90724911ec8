// Everything of a workspace that the interface shows, but for moments: to compare before and after.

import { isObject, type JsonObject } from '../../../../src/contract/json.ts';
import type { World } from '../../../service/world.ts';
import type { Reach, RunOptions } from '../../world.ts';

const MOMENTS = new Set(['updatedAt', 'createdAt', 'revision', 'expiresAt']);

/** Without moments. A field without a value is as good as none: fields that were made for a value stay. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (MOMENTS.has(name) || one === null ? [] : [[name, settled(one)]])),
  );
}

/** Every record of a list, page by page. */
export async function all(world: World, path: string, key: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for (let page = 1; ; page += 1) {
    const sign = path.includes('?') ? '&' : '?';
    const { body } = await world.call('GET', `${path}${sign}page=${page}&pageSize=100`);
    found.push(...body.data[key]);
    if (body.data.hasNextPage !== true) return found;
  }
}

async function members(world: World, { id, entity }: JsonObject): Promise<unknown[]> {
  const group = entity === 'CONTACT' ? 'contacts' : 'companies';
  return (await all(world, `/v1/${group}?listId=${id}`, group)).map((record) => record['id']);
}

const customOf = async (world: World, group: string): Promise<string> => {
  const { body } = await world.call('GET', `/v1/${group}/fields`);
  const names = body.data.fields.filter((field: JsonObject) => field['fieldType'] !== 'STANDARD');
  return names
    .slice(0, 100)
    .map((field: JsonObject) => `fields=${encodeURIComponent(String(field['id']))}`)
    .join('&');
};

export async function workspaceOf(world: World): Promise<JsonObject> {
  const get = async (path: string) => (await world.call('GET', path)).body.data;
  const each = async (records: readonly JsonObject[], path: string) => {
    const found: unknown[] = [];
    for (const { id } of records) found.push(await get(`${path}${id}`));
    return found;
  };
  const lists = await all(world, '/v1/lists', 'lists');
  const trees = ['contacts', 'companies', 'ai-messages', 'ai-snippets', 'message-templates'];
  const withMembers: unknown[] = [];
  for (const list of lists) withMembers.push({ ...list, members: await members(world, list) });
  const folders: JsonObject[] = [];
  for (const tree of trees) folders.push(...(await all(world, `/v1/ai-variables/folders/${tree}`, 'folders')));
  // One that is made again has another id.
  const nameOf = new Map(folders.map(({ id, name }) => [id, name]));
  const inFolders = (records: readonly unknown[]) =>
    records.filter(isObject).map(({ folderId, parentId, ...one }) => {
      return { folder: nameOf.get(folderId), parent: nameOf.get(parentId), ...one };
    });
  const state = {
    contacts: await all(world, `/v1/contacts?${await customOf(world, 'contacts')}`, 'contacts'),
    companies: await all(world, `/v1/companies?${await customOf(world, 'companies')}`, 'companies'),
    lists: withMembers,
    campaigns: await each(await all(world, '/v1/campaigns', 'campaigns'), '/v1/campaign/'),
    workflows: await each(await all(world, '/v1/workflows', 'workflows'), '/v1/workflow/'),
    variables: inFolders(await all(world, '/v1/ai-variables?includeArchived=true', 'aiVariables')),
    messages: inFolders(await all(world, '/v1/ai-variables/ai-messages', 'aiMessages')),
    snippets: inFolders(await all(world, '/v1/ai-variables/ai-snippets', 'aiSnippets')),
    templates: inFolders(await all(world, '/v1/ai-variables/message-templates', 'messageTemplates')),
    folders: inFolders(folders.toSorted((a, b) => String(a['name']).localeCompare(String(b['name'])))),
    playbook: await get('/v1/ai-playbook'),
    identities: await all(world, '/v1/identities', 'identities'),
    threads: await all(world, '/v1/inboxes', 'inboxes'),
  };
  return settled(state) as JsonObject;
}

/** Values that a record gets when it is made, or when it is published. */
const NEW = new Set(['id', 'appUrl', 'version', 'publishedAt', 'nextRunAt', 'published', 'stepId', 'connectionId']);

export const withoutNew = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNew);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      NEW.has(key) ? [] : [[key, key === 'archivedAt' ? one !== null : withoutNew(one)]],
    ),
  );
};

/** Runs command lines with a history, each a second after the one before. */
export const recordedRuns =
  (reach: Reach) =>
  async (line: string, options: RunOptions = {}) => {
    const ran = await reach.run(line, { ...options, env: { REACH_NO_HISTORY: '', ...options.env } });
    await reach.clock.advance(1_000);
    return ran;
  };
