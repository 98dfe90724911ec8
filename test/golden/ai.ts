import { type Golden, success } from './golden.ts';

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
  {
    title: 'create an AI variable of companies',
    row: 'aiVariables.create',
    given: { body: summaryBody },
    request: { method: 'POST', path: '/v1/ai-variables', body: summaryBody },
    response: success(summary),
  },
  {
    title: 'create one of contacts that chooses from values',
    row: 'aiVariables.create',
    given: { body: roleBody },
    request: { method: 'POST', path: '/v1/ai-variables', body: roleBody },
    response: success(role),
  },
  {
    title: 'all that are not archived',
    row: 'aiVariables.list',
    given: {},
    request: { method: 'GET', path: '/v1/ai-variables' },
    response: success({ aiVariables: [summary, role], ...page, total: 2 }),
  },
  {
    title: 'read one',
    row: 'aiVariables.get',
    given: { params: { aiVariableId: 1 } },
    request: { method: 'GET', path: '/v1/ai-variables/1' },
    response: success(summary),
  },
  {
    title: 'change the prompt',
    row: 'aiVariables.update',
    given: { params: { aiVariableId: 1 }, body: { prompt: 'What does {name} sell, and to whom?' } },
    request: {
      method: 'PATCH',
      path: '/v1/ai-variables/1',
      body: { prompt: 'What does {name} sell, and to whom?' },
    },
    response: success(changed),
  },
  {
    title: 'archive (chosen)',
    row: 'aiVariables.archive',
    given: { params: { aiVariableId: 2 } },
    request: { method: 'POST', path: '/v1/ai-variables/2/archive' },
    response: success({ ...role, archivedAt: '2026-01-06T10:00:00.000Z' }),
  },
  {
    title: 'with the archived ones',
    row: 'aiVariables.list',
    given: { query: { includeArchived: true } },
    request: { method: 'GET', path: '/v1/ai-variables', query: { includeArchived: 'true' } },
    response: success({
      aiVariables: [changed, { ...role, archivedAt: '2026-01-06T10:00:00.000Z' }],
      ...page,
      total: 2,
    }),
  },
  {
    title: 'take it out of the archive (chosen)',
    row: 'aiVariables.unarchive',
    given: { params: { aiVariableId: 2 } },
    request: { method: 'POST', path: '/v1/ai-variables/2/unarchive' },
    response: success(role),
  },
  {
    title: 'delete one',
    row: 'aiVariables.delete',
    given: { params: { aiVariableId: 2 } },
    request: { method: 'DELETE', path: '/v1/ai-variables/2' },
    response: success({ id: 2, deleted: true }),
  },
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
  {
    title: 'create a folder (body chosen)',
    row: 'aiFolders.create',
    given: { params: { kind: 'companies' }, body: { name: 'Research' } },
    request: { method: 'POST', path: `${FOLDERS}/companies`, body: { name: 'Research' } },
    response: success({
      ...head,
      ...folderRecord(1, 0, 0),
      parent: null,
      ancestors: [],
      children: [],
      aiVariables: [],
    }),
  },
  {
    title: 'create a folder in a folder (body chosen)',
    row: 'aiFolders.create',
    given: { params: { kind: 'companies' }, body: { name: 'Finance', parentId: 1 } },
    request: { method: 'POST', path: `${FOLDERS}/companies`, body: { name: 'Finance', parentId: 1 } },
    response: success({
      ...inner,
      ...folderRecord(2, 0, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [],
    }),
  },
  {
    title: 'put a variable into a folder',
    row: 'aiVariables.update',
    given: { params: { aiVariableId: 1 }, body: { folderId: 2 } },
    request: { method: 'PATCH', path: '/v1/ai-variables/1', body: { folderId: 2 } },
    response: success({ ...changed, folderId: 2 }),
  },
  {
    title: 'the folders of a tree (answer chosen)',
    row: 'aiFolders.list',
    given: { params: { kind: 'companies' } },
    request: { method: 'GET', path: `${FOLDERS}/companies` },
    response: success({
      folders: [
        { ...head, ...folderRecord(1, 0, 1) },
        { ...inner, ...folderRecord(2, 1, 0) },
      ],
      ...page,
      total: 2,
    }),
  },
  {
    title: 'a folder lists its items under aiVariables',
    row: 'aiFolders.get',
    given: { params: { kind: 'companies', folderId: 2 } },
    request: { method: 'GET', path: `${FOLDERS}/companies/2` },
    response: success({
      ...inner,
      ...folderRecord(2, 1, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [{ ...changed, folderId: 2 }],
    }),
  },
  {
    title: 'rename (body chosen)',
    row: 'aiFolders.update',
    given: { params: { kind: 'companies', folderId: 2 }, body: { name: 'Figures' } },
    request: { method: 'PATCH', path: `${FOLDERS}/companies/2`, body: { name: 'Figures' } },
    response: success({
      ...inner,
      name: 'Figures',
      ...folderRecord(2, 1, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [{ ...changed, folderId: 2 }],
    }),
  },
  {
    title: 'delete: what is in it moves up (answer chosen)',
    row: 'aiFolders.delete',
    given: { params: { kind: 'companies', folderId: 2 } },
    request: { method: 'DELETE', path: `${FOLDERS}/companies/2` },
    response: success({ id: 2, deleted: true, movedItems: 1, movedFolders: 0 }),
  },
  {
    title: 'create a folder of AI messages (body chosen)',
    row: 'aiFolders.create',
    given: { params: { kind: 'ai-messages' }, body: { name: 'Openers' } },
    request: { method: 'POST', path: `${FOLDERS}/ai-messages`, body: { name: 'Openers' } },
    response: success({
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
  },
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
    {
      title: 'create',
      row: `${group}.create`,
      given: { body },
      request: { method: 'POST', path, body },
      response: success(record),
    },
    {
      title: 'all of them',
      row: `${group}.list`,
      given: {},
      request: { method: 'GET', path },
      response: success({ [key]: [record], ...page, total: 1 }),
    },
    {
      title: 'read one: rich text, and plain text that can be sent back',
      row: `${group}.get`,
      given: { params: { [param]: 1 } },
      request: { method: 'GET', path: `${path}/1` },
      response: success(record),
    },
    {
      title: 'change',
      row: `${group}.update`,
      given: { params: { [param]: 1 }, body: patch },
      request: { method: 'PATCH', path: `${path}/1`, body: patch },
      response: success({ ...record, ...patch }),
    },
  ];
}

function deletion(group: string, path: string, param: string): Golden {
  return {
    title: 'delete one that nothing refers to',
    row: `${group}.delete`,
    given: { params: { [param]: 1 } },
    request: { method: 'DELETE', path: `${path}/1` },
    response: success({ id: 1, deleted: true }),
  };
}

const contents: readonly Golden[] = [
  {
    title: 'tones: the workspace’s own and the defaults',
    row: 'aiTones.list',
    given: {},
    request: { method: 'GET', path: '/v1/ai-variables/ai-message-tones' },
    response: success({
      tones: [
        { id: 1001, name: 'House style', description: null, source: 'workspace' },
        { id: 2, name: 'Polite', description: 'Polite', source: 'default' },
      ],
    }),
  },
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
  {
    title: 'a folder of AI messages lists a few fields of each',
    row: 'aiFolders.get',
    given: { params: { kind: 'ai-messages', folderId: 3 } },
    request: { method: 'GET', path: `${FOLDERS}/ai-messages/3` },
    response: success({
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
  },
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
