// Folders of the five trees (the interface: Folder; Endpoints, AI variables).

import { describe, expect, test } from 'vitest';
import { FOLDER_TREES } from '../../../../src/contract/ai/enums.ts';
import { worldForEachTest } from '../../../opened.ts';
import {
  FOLDERS,
  get,
  MESSAGES,
  message,
  patch,
  post,
  refusedWhole,
  SNIPPETS,
  snippet,
  TEMPLATES,
  template,
  VARIABLES,
  variable,
} from './bodies.ts';

const world = worldForEachTest();

const at = (kind: string, id?: number) => (id === undefined ? `${FOLDERS}/${kind}` : `${FOLDERS}/${kind}/${id}`);

/** A chain of folders in a tree, each in the one before. */
async function chain(kind: string, names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push((await post(world, at(kind), { name, parentId: ids.at(-1) ?? null })).id);
  return ids;
}

const ITEMS = {
  contacts: [VARIABLES, { ...variable, entity: 'CONTACT', prompt: 'x' }],
  companies: [VARIABLES, variable],
  'ai-messages': [MESSAGES, message],
  'ai-snippets': [SNIPPETS, snippet],
  'message-templates': [TEMPLATES, template],
} as const;

describe.each(FOLDER_TREES)('%s', (kind) => {
  const [path, body] = ITEMS[kind];

  test('a folder shows its way, its folders, and its items under aiVariables', async () => {
    const [top, middle, bottom] = await chain(kind, ['Top', 'Middle', 'Bottom']);
    await post(world, path, { ...body, folderId: middle });
    const detail = await get(world, at(kind, middle));
    const entity = detail.entity;
    expect(detail).toMatchObject({
      ...{ id: middle, name: 'Middle', parentId: top },
      ...{ parent: { id: top, name: 'Top', parentId: null, entity } },
      ancestors: [{ id: top, name: 'Top', parentId: null, entity }],
      children: [{ id: bottom, name: 'Bottom', parentId: middle, entity }],
      ...{ counts: { items: 1, folders: 1 } },
    });
    const [item] = detail.aiVariables;
    expect(item).toMatchObject({ id: 1, name: body.name, description: null, folderId: middle });
    if (path !== VARIABLES) {
      expect(Object.keys(item)).toEqual(['id', 'name', 'description', 'folderId', 'createdAt', 'updatedAt']);
    }
  });

  test('deleting moves items and child folders up to the parent; items are kept', async () => {
    const [top, middle, bottom] = await chain(kind, ['Top', 'Middle', 'Bottom']);
    await post(world, path, { ...body, folderId: middle });
    const wanted = { id: middle, deleted: true, movedItems: 1, movedFolders: 1 };
    expect(await world.done('DELETE', at(kind, middle))).toEqual(wanted);
    expect([(await get(world, `${path}/1`)).folderId, (await get(world, at(kind, bottom))).parentId]).toEqual([
      top,
      top,
    ]);
    await world.done('DELETE', at(kind, top));
    expect([(await get(world, `${path}/1`)).folderId, (await get(world, at(kind, bottom))).parentId]).toEqual([
      null,
      null,
    ]);
    expect((await world.call('GET', at(kind, middle))).status).toBe(404);
  });

  test('400: a folder of another tree, wherever it is named', async () => {
    const other = kind === 'contacts' ? 'companies' : 'contacts';
    const [theirs] = await chain(other, ['Theirs']);
    const [own] = await chain(kind, ['Own']);
    await post(world, path, body);
    for (const [method, where, sent] of [
      ['POST', path, { ...body, name: 'Second', folderId: theirs }],
      ['PATCH', `${path}/1`, { folderId: theirs }],
      ['POST', at(kind), { name: 'In', parentId: theirs }],
      ['PATCH', at(kind, own), { parentId: theirs }],
      ['GET', at(kind, theirs), undefined],
      ['PATCH', at(kind, theirs), { name: 'x' }],
      ['DELETE', at(kind, theirs), undefined],
    ] as const) {
      const refused = await refusedWhole(world, method, where, sent);
      expect([refused.status, refused.message]).toEqual([
        400,
        expect.stringContaining('folder not found or entity mismatch'),
      ]);
    }
  });
});

describe('move', () => {
  test('to another folder, to the top, and by another name', async () => {
    const [a, b] = await chain('contacts', ['A', 'B']);
    const [c] = await chain('contacts', ['C']);
    expect((await patch(world, at('contacts', b), { parentId: c, name: ' B2 ' })).ancestors).toMatchObject([{ id: c }]);
    expect(await get(world, at('contacts', b))).toMatchObject({ name: 'B2', parentId: c });
    expect((await patch(world, `${FOLDERS}/contacts/${b}`, { parentId: null })).parent).toBe(null);
    expect((await get(world, at('contacts', a))).children).toEqual([]);
  });

  test('never into itself or what is inside it', async () => {
    const [a, b, c] = await chain('contacts', ['A', 'B', 'C']);
    for (const parentId of [a, b, c]) {
      const refused = await refusedWhole(world, 'PATCH', at('contacts', a), { parentId });
      expect([refused.status, refused.details.issues[0].code]).toEqual([400, 'cycle']);
    }
  });

  test('folders are at most 20 deep, also when a whole branch is moved', async () => {
    const deep = await chain(
      'contacts',
      Array.from({ length: 20 }, (_, index) => `F${index}`),
    );
    const over = await refusedWhole(world, 'POST', at('contacts'), { name: 'x', parentId: deep.at(-1) });
    const [top, inner] = await chain('contacts', ['Top', 'Inner']);
    const branch = await refusedWhole(world, 'PATCH', at('contacts', top), { parentId: deep.at(-2) });
    expect([over.details.issues[0].code, branch.details.issues[0].code]).toEqual(['too_deep', 'too_deep']);
    expect((await patch(world, at('contacts', inner), { parentId: deep.at(-2) })).ancestors.length).toBe(19);
  });
});

test('unknown things: 400 for a tree, 404 for a folder, also one of another workspace', async () => {
  const [id] = await chain('contacts', ['A']);
  expect((await world.call('GET', `${FOLDERS}/people`)).status).toBe(400);
  expect((await world.call('GET', at('contacts', 99))).status).toBe(404);
  const key = await world.newKey(['ALL'], 'theirs', 'other');
  expect((await world.call('GET', at('contacts', id), { key })).status).toBe(404);
  expect((await world.call('DELETE', `${FOLDERS}/contacts/${id}`, { key })).status).toBe(404);
  expect((await world.done('GET', at('contacts'), { key })).folders).toEqual([]);
  const body = { name: 'x', parentId: id };
  expect((await world.call('POST', at('contacts'), { key, body })).status).toBe(400);
  expect(await world.done('DELETE', `${FOLDERS}/contacts/${id}`)).toMatchObject({ id, deleted: true, movedItems: 0 });
});

test('archived variables are not shown in their folder, and move up with it', async () => {
  const [id] = await chain('companies', ['A']);
  await post(world, VARIABLES, { ...variable, folderId: id });
  await world.done('POST', `${VARIABLES}/1/archive`);
  const { aiVariables, counts } = await get(world, at('companies', id));
  expect([aiVariables, counts]).toEqual([[], { items: 0, folders: 0 }]);
  await world.done('DELETE', at('companies', id));
  expect((await get(world, `${VARIABLES}/1`)).folderId).toBe(null);
});
