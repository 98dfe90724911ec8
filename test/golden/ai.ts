import { type Golden, golden, success } from './golden.ts';

// Paths, the fields of an AI variable, toneId, prompt, model, outputLength, splitMessages, channel, messages, subject,
// promptRichText, messagesRichText, `aiVariables` of a folder and the fields of its items are the interface's. Everything
// else of the records, the folder bodies, archive and the answers of deletions are chosen.

const times = { createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' };
const page = { page: 1, pageSize: 25, hasNextPage: false };
const APP = 'https://app.service.example';

const summaryBody = {
  name: 'Company summary',
  entity: 'COMPANY',
  prompt: 'Say what {name} ({domain}) sells',
  model: null,
  outputSchema: { type: 'text', provideExplanation: false },
  search: true,
  folderId: null,
  customWebsiteField: 'website',
};
const summary = {
  id: 1,
  appUrl: `${APP}/ai-variables/1`,
  ...summaryBody,
  description: null,
  isPublic: true,
  archivedAt: null,
  ...times,
};

const roleBody = {
  name: 'Buying role',
  entity: 'CONTACT',
  prompt: 'What does a {jobTitle} at {companyName} decide?',
  outputSchema: { type: 'oneOf', values: ['Decides', 'Uses'], provideExplanation: true },
};
const role = {
  id: 2,
  appUrl: `${APP}/ai-variables/2`,
  description: null,
  model: null,
  search: false,
  isPublic: true,
  folderId: null,
  customWebsiteField: null,
  archivedAt: null,
  ...roleBody,
  ...times,
};

const changed = { ...summary, prompt: 'What does {name} sell, and to whom?' };

const variables: readonly Golden[] = [
  golden(
    'create an AI variable of companies',
    'aiVariables.create',
    { body: summaryBody },
    'POST /v1/ai-variables',
    success(summary),
  ),
  golden(
    'create one of contacts that chooses from values',
    'aiVariables.create',
    { body: roleBody },
    'POST /v1/ai-variables',
    success(role),
  ),
  golden(
    'all that are not archived',
    'aiVariables.list',
    {},
    'GET /v1/ai-variables',
    success({ aiVariables: [summary, role], ...page, total: 2 }),
  ),
  golden('read one', 'aiVariables.get', { params: { aiVariableId: 1 } }, 'GET /v1/ai-variables/1', success(summary)),
  golden(
    'change the prompt',
    'aiVariables.update',
    { params: { aiVariableId: 1 }, body: { prompt: 'What does {name} sell, and to whom?' } },
    'PATCH /v1/ai-variables/1',
    success(changed),
  ),
  golden(
    'archive (chosen)',
    'aiVariables.archive',
    { params: { aiVariableId: 2 } },
    'POST /v1/ai-variables/2/archive',
    success({ ...role, archivedAt: '2026-01-06T10:00:00.000Z' }),
  ),
  golden(
    'with the archived ones',
    'aiVariables.list',
    { query: { includeArchived: true } },
    'GET /v1/ai-variables',
    success({
      aiVariables: [changed, { ...role, archivedAt: '2026-01-06T10:00:00.000Z' }],
      ...page,
      total: 2,
    }),
    { query: { includeArchived: 'true' } },
  ),
  golden(
    'take it out of the archive (chosen)',
    'aiVariables.unarchive',
    { params: { aiVariableId: 2 } },
    'POST /v1/ai-variables/2/unarchive',
    success(role),
  ),
  golden(
    'delete one',
    'aiVariables.delete',
    { params: { aiVariableId: 2 } },
    'DELETE /v1/ai-variables/2',
    success({ id: 2, deleted: true }),
  ),
];

const head = { id: 1, name: 'Research', parentId: null, entity: 'COMPANY' };
const inner = { id: 2, name: 'Finance', parentId: 1, entity: 'COMPANY' };
const folderRecord = (id: number, items: number, folders: number) => ({
  appUrl: `${APP}/ai-folders/${id}`,
  counts: { items, folders },
  ...times,
});
const FOLDERS = '/v1/ai-variables/folders';
const item = { id: 1, name: 'First email, shorter', description: 'Opens a conversation', folderId: 3, ...times };

/** The tree of messages needs a message in a folder. */
const folders: readonly Golden[] = [
  golden(
    'create a folder (body chosen)',
    'aiFolders.create',
    { params: { kind: 'companies' }, body: { name: 'Research' } },
    `POST ${FOLDERS}/companies`,
    success({
      ...head,
      ...folderRecord(1, 0, 0),
      parent: null,
      ancestors: [],
      children: [],
      aiVariables: [],
    }),
  ),
  golden(
    'create a folder in a folder (body chosen)',
    'aiFolders.create',
    { params: { kind: 'companies' }, body: { name: 'Finance', parentId: 1 } },
    `POST ${FOLDERS}/companies`,
    success({
      ...inner,
      ...folderRecord(2, 0, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [],
    }),
  ),
  golden(
    'put a variable into a folder',
    'aiVariables.update',
    { params: { aiVariableId: 1 }, body: { folderId: 2 } },
    'PATCH /v1/ai-variables/1',
    success({ ...changed, folderId: 2 }),
  ),
  golden(
    'the folders of a tree (answer chosen)',
    'aiFolders.list',
    { params: { kind: 'companies' } },
    `GET ${FOLDERS}/companies`,
    success({
      folders: [
        { ...head, ...folderRecord(1, 0, 1) },
        { ...inner, ...folderRecord(2, 1, 0) },
      ],
      ...page,
      total: 2,
    }),
  ),
  golden(
    'a folder lists its items under aiVariables',
    'aiFolders.get',
    { params: { kind: 'companies', folderId: 2 } },
    `GET ${FOLDERS}/companies/2`,
    success({
      ...inner,
      ...folderRecord(2, 1, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [{ ...changed, folderId: 2 }],
    }),
  ),
  golden(
    'rename (body chosen)',
    'aiFolders.update',
    { params: { kind: 'companies', folderId: 2 }, body: { name: 'Figures' } },
    `PATCH ${FOLDERS}/companies/2`,
    success({
      ...inner,
      name: 'Figures',
      ...folderRecord(2, 1, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [{ ...changed, folderId: 2 }],
    }),
  ),
  golden(
    'delete: what is in it moves up (answer chosen)',
    'aiFolders.delete',
    { params: { kind: 'companies', folderId: 2 } },
    `DELETE ${FOLDERS}/companies/2`,
    success({ id: 2, deleted: true, movedItems: 1, movedFolders: 0 }),
  ),
  golden(
    'create a folder of AI messages (body chosen)',
    'aiFolders.create',
    { params: { kind: 'ai-messages' }, body: { name: 'Openers' } },
    `POST ${FOLDERS}/ai-messages`,
    success({
      id: 3,
      name: 'Openers',
      parentId: null,
      entity: 'AI_MESSAGE',
      ...folderRecord(3, 0, 0),
      parent: null,
      ancestors: [],
      children: [],
      aiVariables: [],
    }),
  ),
];

const field = (fieldId: string) => ({ type: 'field', fieldId, token: `{${fieldId}}` });
const research = {
  type: 'aiResearch',
  id: 1,
  name: 'Company summary',
  token: '{aiResearch:Company summary}',
};

const snippetBody = { name: 'Opening line', prompt: 'One sentence: {aiResearch:Company summary}', toneId: 4 };
const snippet = {
  id: 1,
  appUrl: `${APP}/ai-snippets/1`,
  ...snippetBody,
  promptRichText: [{ type: 'text', text: 'One sentence: ' }, research],
  description: null,
  model: null,
  folderId: null,
  ...times,
};

const messageBody = {
  name: 'First email',
  description: 'Opens a conversation',
  channel: 'EMAIL',
  toneId: 2,
  prompt: 'Write to {firstName}. Use {aiResearch:Company summary}; {{no}} braces',
  model: 'small-1',
  outputLength: 'SHORT',
  splitMessages: false,
  folderId: 3,
};
const message = {
  id: 1,
  appUrl: `${APP}/ai-messages/1`,
  ...messageBody,
  promptRichText: [
    { type: 'text', text: 'Write to ' },
    field('firstName'),
    { type: 'text', text: '. Use ' },
    research,
    { type: 'text', text: '; {no} braces' },
  ],
  campaignId: null,
  ...times,
};

const templateBody = {
  name: 'Introduction',
  channel: 'EMAIL',
  subject: 'About {companyName}',
  messages: ['Hello {firstName}, {aiSnippet:Opening line}'],
};
const template = {
  id: 1,
  appUrl: `${APP}/message-templates/1`,
  ...templateBody,
  messagesRichText: [
    [
      { type: 'text', text: 'Hello ' },
      field('firstName'),
      { type: 'text', text: ', ' },
      { type: 'aiSnippet', id: 1, name: 'Opening line', token: '{aiSnippet:Opening line}' },
    ],
  ],
  description: null,
  folderId: null,
  ...times,
};

/** Create, list, read, change: the same four for each of the three. */
function story(
  group: string,
  path: string,
  param: string,
  { body, record, patch, key }: { body: object; record: object; patch: object; key: string },
): Golden[] {
  return [
    golden('create', `${group}.create`, { body }, `POST ${path}`, success(record)),
    golden('all of them', `${group}.list`, {}, `GET ${path}`, success({ [key]: [record], ...page, total: 1 })),
    golden(
      'read one: rich text, and plain text that can be sent back',
      `${group}.get`,
      { params: { [param]: 1 } },
      `GET ${path}/1`,
      success(record),
    ),
    golden(
      'change',
      `${group}.update`,
      { params: { [param]: 1 }, body: patch },
      `PATCH ${path}/1`,
      success({ ...record, ...patch }),
    ),
  ];
}

function deletion(group: string, path: string, param: string): Golden {
  return golden(
    'delete one that nothing refers to',
    `${group}.delete`,
    { params: { [param]: 1 } },
    `DELETE ${path}/1`,
    success({ id: 1, deleted: true }),
  );
}

const contents: readonly Golden[] = [
  golden(
    'tones: the workspace’s own and the defaults',
    'aiTones.list',
    {},
    'GET /v1/ai-variables/ai-message-tones',
    success({
      tones: [
        { id: 1001, name: 'House style', description: null, source: 'workspace' },
        { id: 2, name: 'Polite', description: 'Polite', source: 'default' },
      ],
    }),
  ),
  ...story('aiSnippets', '/v1/ai-variables/ai-snippets', 'aiSnippetId', {
    body: snippetBody,
    record: snippet,
    patch: { model: 'small-1' },
    key: 'aiSnippets',
  }),
  ...story('aiMessages', '/v1/ai-variables/ai-messages', 'aiMessageId', {
    body: messageBody,
    record: message,
    patch: { name: 'First email, shorter' },
    key: 'aiMessages',
  }),
  golden(
    'a folder of AI messages lists a few fields of each',
    'aiFolders.get',
    { params: { kind: 'ai-messages', folderId: 3 } },
    `GET ${FOLDERS}/ai-messages/3`,
    success({
      id: 3,
      name: 'Openers',
      parentId: null,
      entity: 'AI_MESSAGE',
      ...folderRecord(3, 1, 0),
      parent: null,
      ancestors: [],
      children: [],
      aiVariables: [item],
    }),
  ),
  ...story('messageTemplates', '/v1/ai-variables/message-templates', 'messageTemplateId', {
    body: templateBody,
    record: template,
    patch: { subject: 'A question about {companyName}' },
    key: 'messageTemplates',
  }),
  deletion('messageTemplates', '/v1/ai-variables/message-templates', 'messageTemplateId'),
  deletion('aiMessages', '/v1/ai-variables/ai-messages', 'aiMessageId'),
  deletion('aiSnippets', '/v1/ai-variables/ai-snippets', 'aiSnippetId'),
];

export const ai: readonly Golden[] = [...variables, ...folders, ...contents];
