// AI variables, messages, snippets, templates, folders, tones, library.

import { add, type Call, type Json, PAGED, page, type Route, remove, route, withRecord } from '../route.ts';

type Kind = 'variables' | 'messages' | 'snippets' | 'templates';

interface Body {
  readonly body: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
  readonly open?: boolean;
}

/** The four kinds have the same routes. */
function routesOf(kind: Kind, path: string, name: string, taken: Body): readonly Route[] {
  const word = kind.slice(0, -1);
  const one = `${path}/{${name}Id}` as const;
  const { required: _, ...changes } = taken;
  const isListed = ({ archived }: Json, { query }: Call) => archived !== true || query['includeArchived'] === 'true';
  const query = kind === 'variables' ? ['includeArchived', ...PAGED] : PAGED;
  return [
    route(`GET ${path}`, { query }, (call) =>
      page(
        `${name}s`,
        call.store[kind].filter((record) => isListed(record, call)),
      ),
    ),
    route(`POST ${path}`, taken, (call) => add(call, kind, word, call.body)),
    route(`GET ${one}`, withRecord(kind, word)),
    route(
      `PATCH ${one}`,
      changes,
      withRecord(kind, word, (record, { body }) => Object.assign(record, body)),
    ),
    route(
      `DELETE ${one}`,
      withRecord(kind, word, (record, call) => remove(call, kind, record)),
    ),
  ];
}

const TREES: Readonly<Record<string, Kind>> = {
  contacts: 'variables',
  companies: 'variables',
  'ai-messages': 'messages',
  'ai-snippets': 'snippets',
  'message-templates': 'templates',
};

/** What is kept directly in a folder: records of its own tree. */
function itemsOf({ store }: Call, tree: string, { id }: Json): readonly Json[] {
  const entity = tree === 'contacts' ? 'CONTACT' : 'COMPANY';
  const records = store[TREES[tree] ?? 'variables'];
  return records.filter((one) => one['folderId'] === id && (records !== store.variables || one['entity'] === entity));
}

const folderRoutes = Object.keys(TREES).flatMap((kind): Route[] => {
  const path = `/v1/ai-variables/folders/${kind}`;
  return [
    route(`GET ${path}`, { query: PAGED }, ({ store }) =>
      page(
        'folders',
        store.folders.filter((folder) => folder['kind'] === kind),
      ),
    ),
    route(`POST ${path}`, { body: null, unshownBody: { name: 'name', parentId: 'parentFolderId' } }, (call) =>
      add(call, 'folders', 'folder', { kind, name: call.body['name'] }),
    ),
    route(
      `GET ${path}/{folderId}`,
      withRecord('folders', 'Folder', (folder, call) => ({ ...folder, aiVariables: itemsOf(call, kind, folder) })),
    ),
    route(
      `PATCH ${path}/{folderId}`,
      { body: null },
      withRecord('folders', 'Folder', (folder, { body }) => Object.assign(folder, body)),
    ),
    route(
      `DELETE ${path}/{folderId}`,
      withRecord('folders', 'Folder', (folder, call) => {
        for (const item of itemsOf(call, kind, folder)) item['folderId'] = folder['parentId'] ?? null;
        return remove(call, 'folders', folder);
      }),
    ),
  ];
});

const VARIABLE = {
  ...{ name: 'string', entity: 'string', prompt: 'string', model: 'string', outputSchema: 'object' },
  ...{ search: 'boolean', folderId: 'number', customWebsiteField: 'string' },
};
const MESSAGE = { toneId: 'any', prompt: 'string', model: 'string', outputLength: 'any', splitMessages: 'any' };
const SNIPPET = { toneId: 'any', prompt: 'string' };
const TEMPLATE = { messages: 'any', subject: 'string' };

export const AI_ROUTES: readonly Route[] = [
  ...folderRoutes,
  route('GET /v1/ai-variables/ai-message-tones', () => page('tones', [{ id: 'tone-1', name: 'Friendly' }])),
  route('GET /v1/prompt-library/ai-messages', () =>
    page('entries', [{ id: 'lib-1', name: 'Intro', channel: 'EMAIL' }]),
  ),
  ...routesOf('messages', '/v1/ai-variables/ai-messages', 'aiMessage', {
    body: MESSAGE,
    required: ['toneId'],
    open: true,
  }),
  ...routesOf('snippets', '/v1/ai-variables/ai-snippets', 'aiSnippet', {
    body: SNIPPET,
    required: ['toneId'],
    open: true,
  }),
  ...routesOf('templates', '/v1/ai-variables/message-templates', 'messageTemplate', { body: TEMPLATE, open: true }),
  ...['archive', 'unarchive'].map((verb) => {
    const path = '/v1/ai-variables/{aiVariableId}';
    return route(
      `POST ${path}/${verb}`,
      { elsewhere: `${path}/${verb === 'archive' ? 'retire' : 'reactivate'}`, body: null },
      withRecord('variables', 'variable', (found) => Object.assign(found, { archived: verb === 'archive' }) && {}),
    );
  }),
  ...routesOf('variables', '/v1/ai-variables', 'aiVariable', {
    body: VARIABLE,
    required: ['name', 'entity', 'prompt'],
  }),
];
