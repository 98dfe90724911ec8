// The tables of endpoints of the interface: every row, typed by hand, as /definitions.json must have it.

import { expect, test } from 'vitest';
import { definitions } from '../../../src/contract/definitions.ts';
import { worldForEachTest } from '../../opened.ts';

/** Method, path, scope (`-` where it is not shown), requests a minute, and statuses that the Errors table names for it. */
const GIVEN = `
GET    /v1/validate WORKSPACE_READ 100
POST   /v1/contacts/bulk CONTACTS_WRITE 30
POST   /v1/companies/bulk COMPANIES_WRITE 30
POST   /v1/contact -
POST   /v1/company -
GET    /v1/contacts/{contactId} -
GET    /v1/companies/{companyId} -
GET    /v1/contacts -
GET    /v1/companies -
POST   /v1/contacts/search -
POST   /v1/companies/search -
GET    /v1/contacts/fields -
GET    /v1/companies/fields -
GET    /v1/contacts/duplicates CONTACTS_READ 100 408
GET    /v1/identities IDENTITIES_READ
PATCH  /v1/identities/{identityId} ALL - 400 404
GET    /v1/identities/{identityId}/mailboxes -
POST   /v1/identities/{identityId}/mailboxes -
GET    /v1/ai-variables -
GET    /v1/ai-variables/{aiVariableId} -
POST   /v1/ai-variables - - 400
PATCH  /v1/ai-variables/{aiVariableId} - - 400
DELETE /v1/ai-variables/{aiVariableId} - - 409
GET    /v1/ai-variables/folders/{kind} - - 400
POST   /v1/ai-variables/folders/{kind} - - 400
GET    /v1/ai-variables/folders/{kind}/{folderId} - - 400
PATCH  /v1/ai-variables/folders/{kind}/{folderId} - - 400
DELETE /v1/ai-variables/folders/{kind}/{folderId} - - 400
GET    /v1/ai-variables/ai-messages - - 403
POST   /v1/ai-variables/ai-messages - - 400 403
GET    /v1/ai-variables/ai-messages/{aiMessageId} - - 403
PATCH  /v1/ai-variables/ai-messages/{aiMessageId} - - 400 403
DELETE /v1/ai-variables/ai-messages/{aiMessageId} AI_VARIABLES_WRITE 30 403 409
GET    /v1/ai-variables/ai-snippets - - 403
POST   /v1/ai-variables/ai-snippets - - 400 403
GET    /v1/ai-variables/ai-snippets/{aiSnippetId} - - 403
PATCH  /v1/ai-variables/ai-snippets/{aiSnippetId} - - 400 403
DELETE /v1/ai-variables/ai-snippets/{aiSnippetId} - - 403 409
GET    /v1/ai-variables/message-templates - - 403
POST   /v1/ai-variables/message-templates - - 400 403
GET    /v1/ai-variables/message-templates/{messageTemplateId} - - 403
PATCH  /v1/ai-variables/message-templates/{messageTemplateId} - - 400 403
DELETE /v1/ai-variables/message-templates/{messageTemplateId} - - 403 409
GET    /v1/ai-variables/ai-message-tones AI_VARIABLES_READ 100 403
GET    /v1/prompt-library/ai-messages -
GET    /v1/ai-playbook WORKSPACE_READ - 404
PUT    /v1/ai-playbook WORKSPACE_WRITE - 400 404
GET    /v1/saved-filters -
POST   /v1/ai-finder/previews -
POST   /v1/ai-finder/previews/{previewId}/iterate ACTIONS_WRITE 10
GET    /v1/ai-finder/previews/{previewId}/results ACTIONS_WRITE 100 422
POST   /v1/inbox/link -
DELETE /v1/inbox/contacts/{contactId}/tags MESSAGING_WRITE 30
POST   /v1/campaigns CAMPAIGNS_WRITE - 422
GET    /v1/campaigns -
GET    /v1/campaign/{campaignId} -
PATCH  /v1/campaign/{campaignId} CAMPAIGNS_WRITE - 409 422
POST   /v1/campaign/{campaignId}/clone CAMPAIGNS_WRITE
POST   /v1/add-contact-to-campaign CAMPAIGNS_WRITE
POST   /v1/add-contact-group-to-campaign CAMPAIGNS_WRITE
GET    /v1/tasks/owners OWNERS_READ
GET    /v1/voices -
GET    /v1/workflows WORKFLOWS_READ
POST   /v1/workflows WORKFLOWS_WRITE
GET    /v1/workflow/{workflowId} WORKFLOWS_READ
GET    /v1/workflow/{workflowId}/validate-draft WORKFLOWS_READ
PATCH  /v1/workflow/{workflowId}/draft WORKFLOWS_WRITE - 409
POST   /v1/workflow/{workflowId}/publish WORKFLOWS_WRITE - 409
POST   /v1/workflow/{workflowId}/run WORKFLOWS_WRITE - 400
GET    /v1/workflow/{workflowId}/runs WORKFLOWS_READ
GET    /v1/workflow-runs/{runId} WORKFLOWS_READ
GET    /v1/workflows/blocks WORKFLOWS_READ
GET    /v1/workflows/blocks/{blockId} WORKFLOWS_READ
GET    /v1/workflows/condition-fields WORKFLOWS_READ
GET    /v1/workflows/import-inputs WORKFLOWS_READ
GET    /v1/social-selling/posts SOCIAL_SELLING_READ - 403
GET    /v1/social-selling/posts/{postId} SOCIAL_SELLING_READ - 403
POST   /v1/social-selling/posts/{postId}/reactions SOCIAL_SELLING_WRITE - 403`;

interface Input {
  readonly name: string;
  readonly scope: string | null;
  readonly rate: number | null;
  readonly statuses: readonly string[];
}

const input: readonly Input[] = GIVEN.trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', scope = '-', rate = '-', ...statuses] = line.split(/ +/);
    const displayed = (text: string) => (text === '-' ? null : text);
    return { name: `${method} ${path}`, scope: displayed(scope), rate: Number(displayed(rate)) || null, statuses };
  });

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Json = any;

function operationOf(document: Json, name: string): Json {
  const [method = '', path = ''] = name.split(' ');
  return document.paths[path]?.[method.toLowerCase()];
}

const world = worldForEachTest();

test('every endpoint of the interface is there as given: path, scope, rate, and the statuses of the Errors table', async () => {
  const { body } = await world.call('GET', '/definitions.json', { key: null });
  for (const { name, scope, rate, statuses } of input) {
    const operation = operationOf(body, name);
    expect([name, operation?.['x-undocumented']]).toEqual([name, undefined]);
    if (scope !== null) expect([name, operation['x-scope']]).toEqual([name, scope]);
    if (rate !== null) expect([name, operation['x-rate-per-minute']]).toEqual([name, rate]);
    const missing = statuses.filter((status) => !(status in operation.responses));
    expect([name, missing]).toEqual([name, []]);
  }
  const webhook = body.paths['/wf/{webhookId}'].post;
  expect([webhook.security, webhook['x-scope']]).toEqual([[], undefined]);
});

test('a scope or a rate that the interface does not show says that it is undocumented, and no other does', () => {
  const document: Json = definitions();
  const marks = (name: string) => {
    const operation = operationOf(document, name);
    return { name, scope: !('x-undocumented-scope' in operation), rate: !('x-undocumented-rate' in operation) };
  };
  expect(input.map(({ name }) => marks(name))).toEqual(
    input.map(({ name, scope, rate }) => ({ name, scope: scope !== null, rate: rate !== null })),
  );
});

test('an endpoint that is none of the interface says why it is there', () => {
  const document: Json = definitions();
  const displayed = new Set(input.map(({ name }) => name));
  // The path of a delivery is shown, too.
  const others = Object.entries<object>(document.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((name) => !displayed.has(name) && name !== 'POST /wf/{webhookId}');
  expect(others.length).toBeGreaterThan(20);
  for (const name of others)
    expect([name, typeof operationOf(document, name)['x-undocumented']]).toEqual([name, 'string']);
});
