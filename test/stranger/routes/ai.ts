// AI variables, messages, snippets, templates, folders, tones, library.

import { type Answer, type Call, type Json, notFound, page, type Route, refuse } from '../route.ts';

const VARIABLE = {
  name: 'string',
  entity: 'string',
  prompt: 'string',
  model: 'string',
  outputSchema: 'object',
  search: 'boolean',
  folderId: 'number',
  customWebsiteField: 'string',
};

function create(call: Call, kind: string, records: Json[]): Json | Answer {
  const prompt = call.body['prompt'];
  if (typeof prompt === 'string' && prompt.includes('{nope}'))
    return refuse(400, 'Invalid placeholders detected: {nope}');
  const record: Json = { id: call.store.nextId(kind), ...call.body };
  records.push(record);
  return record;
}

/** The four kinds have the same routes. */
function routesOf(options: {
  readonly path: string;
  readonly param: string;
  readonly kind: string;
  readonly list: string;
  readonly records: (call: Call) => Json[];
  readonly body: Readonly<Record<string, string>>;
  readonly required: readonly string[];
  readonly query: readonly string[];
}): readonly Route[] {
  const { path, param, kind, list, records, body, required, query } = options;
  const find = (call: Call) => records(call).find(({ id }) => String(id) === call.params[param]);
  const one = `${path}/{${param}}`;
  return [
    {
      method: 'GET',
      path,
      shown: true,
      query: [...query, 'page', 'pageSize'],
      run: (call) => {
        const isHidden = kind === 'variable' && call.query['includeArchived'] !== 'true';
        return page(list, isHidden ? records(call).filter(({ archived }) => archived !== true) : records(call));
      },
    },
    {
      method: 'POST',
      path,
      shown: true,
      body,
      required,
      open: kind !== 'variable',
      run: (call) => create(call, kind, records(call)),
    },
    { method: 'GET', path: one, shown: true, run: (call) => find(call) ?? notFound(kind) },
    {
      method: 'PATCH',
      path: one,
      shown: true,
      body,
      open: kind !== 'variable',
      run: (call) => {
        const record = find(call);
        return record === undefined ? notFound(kind) : Object.assign(record, call.body);
      },
    },
    {
      method: 'DELETE',
      path: one,
      shown: true,
      run: (call) => {
        const at = records(call).findIndex(({ id }) => String(id) === call.params[param]);
        if (at < 0) return notFound(kind);
        records(call).splice(at, 1);
        return null;
      },
    },
  ];
}

const KINDS = ['contacts', 'companies', 'ai-messages', 'ai-snippets', 'message-templates'] as const;

/** What is kept directly in a folder: records of its own tree. */
function itemsOf({ store }: Call, kind: (typeof KINDS)[number], folderId: unknown): readonly Json[] {
  const entity = kind === 'contacts' ? 'CONTACT' : 'COMPANY';
  const records = {
    contacts: store.variables,
    companies: store.variables,
    'ai-messages': store.messages,
    'ai-snippets': store.snippets,
    'message-templates': store.templates,
  }[kind];
  const own = records === store.variables ? records.filter((one) => one['entity'] === entity) : records;
  return own.filter((one) => one['folderId'] === folderId);
}

const folderRoutes = KINDS.flatMap((kind): Route[] => {
  const path = `/v1/ai-variables/folders/${kind}`;
  const isOfKind = (folder: Json) => folder['kind'] === kind;
  const find = (call: Call) =>
    call.store.folders.find((folder) => isOfKind(folder) && String(folder['id']) === call.params['folderId']);
  return [
    {
      method: 'GET',
      path,
      shown: true,
      query: ['page', 'pageSize'],
      run: ({ store }) => page('folders', store.folders.filter(isOfKind)),
    },
    {
      method: 'POST',
      path,
      shown: true,
      body: null,
      unshownBody: { name: 'name', parentId: 'parentFolderId' },
      run: (call) => {
        const folder: Json = { id: call.store.nextId('folder'), kind, name: call.body['name'] };
        call.store.folders.push(folder);
        return folder;
      },
    },
    {
      method: 'GET',
      path: `${path}/{folderId}`,
      shown: true,
      run: (call) => {
        const folder = find(call);
        return folder === undefined
          ? notFound('Folder')
          : { ...folder, aiVariables: itemsOf(call, kind, folder['id']) };
      },
    },
    {
      method: 'PATCH',
      path: `${path}/{folderId}`,
      shown: true,
      body: null,
      run: (call) => {
        const folder = find(call);
        return folder === undefined ? notFound('Folder') : Object.assign(folder, call.body);
      },
    },
    {
      method: 'DELETE',
      path: `${path}/{folderId}`,
      shown: true,
      run: (call) => {
        const folder = find(call);
        if (folder === undefined) return notFound('Folder');
        for (const item of itemsOf(call, kind, folder['id'])) item['folderId'] = folder['parentId'] ?? null;
        call.store.folders.splice(call.store.folders.indexOf(folder), 1);
        return null;
      },
    },
  ];
});

export const AI_ROUTES: readonly Route[] = [
  ...folderRoutes,
  {
    method: 'GET',
    path: '/v1/ai-variables/ai-message-tones',
    shown: true,
    run: () => page('tones', [{ id: 'tone-1', name: 'Friendly' }]),
  },
  {
    method: 'GET',
    path: '/v1/prompt-library/ai-messages',
    shown: true,
    run: () => page('entries', [{ id: 'lib-1', name: 'Intro', channel: 'EMAIL' }]),
  },
  ...routesOf({
    path: '/v1/ai-variables/ai-messages',
    param: 'aiMessageId',
    kind: 'message',
    list: 'aiMessages',
    records: (call) => call.store.messages,
    body: { toneId: 'any', prompt: 'string', model: 'string', outputLength: 'any', splitMessages: 'any' },
    required: ['toneId'],
    query: [],
  }),
  ...routesOf({
    path: '/v1/ai-variables/ai-snippets',
    param: 'aiSnippetId',
    kind: 'snippet',
    list: 'aiSnippets',
    records: (call) => call.store.snippets,
    body: { toneId: 'any', prompt: 'string' },
    required: ['toneId'],
    query: [],
  }),
  ...routesOf({
    path: '/v1/ai-variables/message-templates',
    param: 'messageTemplateId',
    kind: 'template',
    list: 'messageTemplates',
    records: (call) => call.store.templates,
    body: { messages: 'any', subject: 'string' },
    required: [],
    query: [],
  }),
  ...(['archive', 'unarchive'] as const).map(
    (verb): Route => ({
      method: 'POST',
      path: `/v1/ai-variables/{aiVariableId}/${verb}`,
      elsewhere: `/v1/ai-variables/{aiVariableId}/${verb === 'archive' ? 'retire' : 'reactivate'}`,
      shown: false,
      body: null,
      run: (call) => {
        const found = call.store.variables.find(({ id }) => String(id) === call.params['aiVariableId']);
        if (found === undefined) return notFound('variable');
        found['archived'] = verb === 'archive';
        return {};
      },
    }),
  ),
  ...routesOf({
    path: '/v1/ai-variables',
    param: 'aiVariableId',
    kind: 'variable',
    list: 'aiVariables',
    records: (call) => call.store.variables,
    body: VARIABLE,
    required: ['name', 'entity', 'prompt'],
    query: ['includeArchived'],
  }),
];
