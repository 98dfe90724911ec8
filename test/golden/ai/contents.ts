import { type Golden, golden, pageOf, success } from '../golden.ts';
import { FOLDERS, folderRead, item, openers } from './folders.ts';
import { APP, times } from './head.ts';

const field = (fieldId: string) => ({ type: 'field', fieldId, token: `{${fieldId}}` });

const research = { type: 'aiResearch', id: 1, name: 'Company summary', token: '{aiResearch:Company summary}' };

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
  ...{ name: 'First email', description: 'Opens a conversation', channel: 'EMAIL', toneId: 2 },
  ...{ prompt: 'Write to {firstName}. Use {aiResearch:Company summary}; {{no}} braces', model: 'small-1' },
  ...{ outputLength: 'SHORT', splitMessages: false, folderId: 3 },
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
    golden('all of them', `${group}.list`, {}, `GET ${path}`, pageOf(key, [record])),
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

export const contents: readonly Golden[] = [
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
    folderRead(openers, [item]),
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
