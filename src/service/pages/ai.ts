import { FOLDER_TREES, type SplitKind } from '../../contract/ai/enums.ts';
import { type AppPage, type Context, Refusal } from '../core/context.ts';
import {
  type Content,
  getContent,
  listContents,
  messageView,
  snippetView,
  templateView,
} from '../resources/ai/contents.ts';
import { findFolder, listFolders } from '../resources/ai/folders.ts';
import { listTones } from '../resources/ai/library.ts';
import { getVariable, listVariables } from '../resources/ai/variables/read.ts';
import type { PageClock } from './clock.ts';
import { pager } from './forms.ts';
import { type Html, html } from './html.ts';
import { type PageView, pageOf } from './page.ts';
import { badge, command, excerpt, fields, link, table, time } from './parts.ts';

interface ListedEntity {
  readonly id: number | string;
  readonly name: string;
  readonly description: string | null;
  readonly updatedAt: string;
}

const SPLIT: readonly (readonly [title: string, kind: SplitKind, page: AppPage])[] = [
  ['AI messages', 'ai-message', 'ai-messages'],
  ['AI snippets', 'ai-snippet', 'ai-snippets'],
  ['Message templates', 'template', 'message-templates'],
];

/** Null where the workspace does not have the split model. */
async function whereSwitchedOn<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'forbidden') return null;
    throw error;
  }
}

function entityTable(entities: readonly ListedEntity[], page: AppPage, clock: PageClock): Html {
  const word = page.replace(/^.*-/, '').slice(0, -1);
  return table(
    entities,
    [
      { key: 'name', cell: ({ id, name }) => link(name, page, id) },
      { key: 'description', cell: ({ description }) => excerpt(description) },
      { key: 'updatedAt', cell: ({ updatedAt }) => time(updatedAt, clock) },
    ],
    { empty: html`None yet. ${command(`reach ai ${word} create --input FILE`)}`, idOf: ({ id }) => id },
  );
}

const PER_KIND = 100;
const FIRST = { page: 1, pageSize: PER_KIND };

const entityOf = (context: Context, kind: SplitKind, content: Content): ListedEntity =>
  kind === 'ai-message'
    ? messageView(context, content)
    : kind === 'ai-snippet'
      ? snippetView(context, content)
      : templateView(context, content);

export const ai: PageView = async (page) => {
  const { variables, contents, folders, tones } = await page.read(async (context) => ({
    variables: await listVariables(context, { ...pageOf(page), includeArchived: true }),
    contents: await whereSwitchedOn(async () => {
      const displayed: [string, AppPage, ListedEntity[]][] = [];
      for (const [title, kind, at] of SPLIT) {
        const found = await listContents(context, kind, FIRST);
        displayed.push([title, at, found.contents.map((content) => entityOf(context, kind, content))]);
      }
      return displayed;
    }),
    folders: await foldersOf(context),
    tones: await whereSwitchedOn(() => listTones(context)),
  }));
  const split =
    contents === null
      ? html`<p class="empty">The split AI-entity model is switched off.</p>`
      : contents.map(([title, at, entities]) => html`<h2>${title}</h2>${entityTable(entities, at, page.clock)}`);
  const body = html`<h1>AI</h1><h2>AI variables</h2>${table(
    variables.aiVariables,
    [
      { key: 'name', cell: ({ id, name }) => link(name, 'ai-variables', id) },
      { key: 'entity', cell: ({ entity }) => badge(entity) },
      { key: 'outputSchema.type', cell: ({ outputSchema }) => outputSchema.type },
      { key: 'description', cell: ({ description }) => excerpt(description) },
      { key: 'archivedAt', cell: ({ archivedAt }) => time(archivedAt, page.clock) },
    ],
    { empty: html`None yet. ${command('reach ai variable create --input FILE')}`, idOf: ({ id }) => id },
  )}${pager(page, variables)}${split}<h2>Folders</h2>${table(
    folders,
    [
      { key: 'name', cell: ({ id, name }) => link(name, 'ai-folders', id) },
      { key: 'tree', title: 'Of', cell: ({ tree }) => tree },
      { key: 'counts.items', cell: ({ counts }) => counts.items, isNumber: true },
    ],
    { empty: html`None yet. ${command('reach ai folder create contacts NAME')}`, idOf: ({ id }) => id },
  )}<h2>Tones</h2><p>${(tones ?? []).map(({ name }) => name).join(', ')}</p>`;
  return { title: 'AI', body };
};

async function foldersOf(context: Context) {
  const all = [];
  for (const tree of FOLDER_TREES) {
    const found = await whereSwitchedOn(() => listFolders(context, tree, FIRST));
    for (const folder of found?.folders ?? []) all.push({ ...folder, tree });
  }
  return all;
}

const SHOWN_ELSEWHERE = [
  'id',
  'appUrl',
  'name',
  'prompt',
  'promptRichText',
  'messages',
  'messagesRichText',
  'folderId',
];

function entityPage(
  kind: string,
  record: ListedEntity & object,
  texts: readonly (string | null)[],
  clock: PageClock,
  more?: Html,
): { title: string; body: Html } {
  const folderId = 'folderId' in record ? record.folderId : null;
  const folder = typeof folderId === 'number' && html`<p>${link('Folder', 'ai-folders', folderId)}</p>`;
  const displayed = texts.map((text) => text !== null && html`<pre>${text}</pre>`);
  const body = html`<h1>${record.name}</h1><section class="card"><h2>${kind}</h2>${folder}${fields(record, clock, SHOWN_ELSEWHERE)}</section><h2>Text</h2>${displayed}${more}`;
  return { title: record.name, body };
}

export const variable: PageView = async ({ read, clock }, id) => {
  const record = await read((context) => getVariable(context, id));
  return entityPage(`AI variable ${id}`, record, [record.prompt], clock);
};

export const message: PageView = async ({ read, clock }, id) => {
  const record = await read(async (context) => messageView(context, await getContent(context, 'ai-message', id)));
  const { campaignId } = record;
  const of =
    campaignId == null
      ? undefined
      : html`<p>A copy of ${link(`campaign ${campaignId}`, 'campaigns', String(campaignId))}.</p>`;
  return entityPage(`AI message ${id}`, record, [record.prompt], clock, of);
};

export const snippet: PageView = async ({ read, clock }, id) => {
  const record = await read(async (context) => snippetView(context, await getContent(context, 'ai-snippet', id)));
  return entityPage(`AI snippet ${id}`, record, [record.prompt], clock);
};

export const template: PageView = async ({ read, clock }, id) => {
  const record = await read(async (context) => templateView(context, await getContent(context, 'template', id)));
  return entityPage(`Message template ${id}`, record, record.messages, clock);
};

const PAGE_OF_TREE: Readonly<Record<string, AppPage>> = {
  'ai-messages': 'ai-messages',
  'ai-snippets': 'ai-snippets',
  'message-templates': 'message-templates',
};

export const folder: PageView = async ({ read, clock }, id) => {
  const { tree, folder: record } = await read((context) => findFolder(context, id));
  const way = record.ancestors.map(({ id: at, name }) => html`${link(name, 'ai-folders', at)} / `);
  const inner = record.children.map(({ id: at, name }) => html`<li>${link(name, 'ai-folders', at)}</li>`);
  const items = entityTable(record.aiVariables, PAGE_OF_TREE[tree] ?? 'ai-variables', clock);
  const body = html`<h1>${record.name}</h1><p>${way}<strong>${record.name}</strong> <span class="soft">${tree}</span></p>${inner.length > 0 && html`<ul class="plain">${inner}</ul>`}<h2>Items</h2>${items}`;
  return { title: record.name, body };
};
