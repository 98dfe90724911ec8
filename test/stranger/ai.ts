// AI variables, messages, snippets, templates, folders, tones, library, and the playbook.

import { type Answer, type Call, type Json, notFound, page, type Route, refuse } from './route.ts';

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
      run: (call) => page(list, records(call)),
    },
    {
      method: 'POST',
      path,
      shown: true,
      body,
      required,
      open: kind !== 'variable',
      run: (call) => {
        const prompt = call.body['prompt'];
        if (typeof prompt === 'string' && prompt.includes('{nope}'))
          return refuse(400, 'Invalid placeholders detected: {nope}');
        const record: Json = { id: call.store.nextId(kind), ...call.body };
        records(call).push(record);
        return record;
      },
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

const folderRoutes = KINDS.flatMap((kind): Route[] => {
  const path = `/v1/ai-variables/folders/${kind}`;
  const find = (call: Call) =>
    call.store.folders.find((folder) => folder['kind'] === kind && String(folder['id']) === call.params['folderId']);
  return [
    {
      method: 'GET',
      path,
      shown: true,
      query: ['page', 'pageSize'],
      run: (call) =>
        page(
          'folders',
          call.store.folders.filter((folder) => folder['kind'] === kind),
        ),
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
        return folder === undefined ? notFound('Folder') : { ...folder, aiVariables: [] };
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
        call.store.folders.splice(call.store.folders.indexOf(folder), 1);
        return null;
      },
    },
  ];
});

const SECTIONS: Readonly<Record<string, readonly [key: readonly string[], required: readonly string[], read: string]>> =
  {
    productsServices: [['name'], ['description'], 'allCompanyProductsServices'],
    idealCustomerProfiles: [['name'], ['companyIndustry', 'companySize', 'keyPainPoints'], 'idealCustomerProfiles'],
    competitors: [['name'], ['productDifferentiator'], 'competitors'],
    testimonials: [['companyName', 'promoterName'], ['jobPosition', 'mainBenefit'], 'testimonials'],
    faqs: [['question'], ['answer'], 'faqs'],
  };

const playbookOf = (call: Call): Json => ({
  company: call.store.company,
  ...Object.fromEntries(
    Object.entries(SECTIONS).map(([section, [, , read]]) => [read, call.store.playbook.get(section) ?? []]),
  ),
  idealCompanies: [],
});

function update(call: Call): Json | Answer {
  const changes: Json = { companyFieldsUpdated: 0 };
  const company = call.body['company'];
  const writes: (() => void)[] = [];
  if (isRecord(company)) {
    const filled = Object.entries(company).filter(([, value]) => value !== '');
    changes['companyFieldsUpdated'] = filled.length;
    writes.push(() => Object.assign(call.store.company, Object.fromEntries(filled)));
  }
  const rejectedItems: Json[] = [];
  for (const [section, [keys, required]] of Object.entries(SECTIONS)) {
    const sent = call.body[section];
    if (!isRecord(sent)) continue;
    const items = call.store.playbook.get(section) ?? [];
    const counts = { created: 0, updated: 0, restored: 0, deleted: 0 };
    for (const item of Array.isArray(sent['upsert']) ? sent['upsert'].filter(isRecord) : []) {
      const found = items.find((one) => keys.every((key) => String(one[key]).trim() === String(item[key]).trim()));
      const missing = [...keys, ...(found === undefined ? required : [])].filter((key) => item[key] === undefined);
      if (missing.length > 0) rejectedItems.push({ section, item, missing });
      else if (found !== undefined) {
        counts.updated += 1;
        writes.push(() => Object.assign(found, item));
      } else {
        counts.created += 1;
        writes.push(() => items.push({ id: call.store.nextId('item'), ...item }));
      }
    }
    const deleteIds = (Array.isArray(sent['deleteIds']) ? sent['deleteIds'] : []).map(String);
    const invalid = deleteIds.filter((id) => !items.some((one) => String(one['id']) === id));
    if (invalid.length > 0) return refuse(400, 'Unknown items', { invalidDeleteIds: invalid });
    counts.deleted = deleteIds.length;
    writes.push(() => {
      const kept = items.filter((one) => !deleteIds.includes(String(one['id'])));
      call.store.playbook.set(section, kept);
    });
    changes[section] = counts;
  }
  if (rejectedItems.length > 0) return refuse(400, 'Items were rejected', { rejectedItems });
  for (const write of writes) write();
  return { ...playbookOf(call), changes };
}

const SECTION_BODY = Object.fromEntries(['company', ...Object.keys(SECTIONS)].map((name) => [name, 'object']));

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
      run: (call) =>
        call.store.variables.find(({ id }) => String(id) === call.params['aiVariableId']) ?? notFound('variable'),
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
  { method: 'GET', path: '/v1/ai-playbook', shown: true, run: playbookOf },
  { method: 'PUT', path: '/v1/ai-playbook', shown: true, body: SECTION_BODY, run: update },
];
