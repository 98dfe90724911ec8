import { type Golden, golden, pageOf, success } from '../golden.ts';
import { APP, times } from './head.ts';

const summaryBody = {
  ...{ name: 'Company summary', entity: 'COMPANY', prompt: 'Say what {name} ({domain}) sells', model: null },
  ...{ outputSchema: { type: 'text', provideExplanation: false }, search: true, folderId: null },
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
  ...{ description: null, model: null, search: false, isPublic: true, folderId: null },
  ...{ customWebsiteField: null, archivedAt: null },
  ...roleBody,
  ...times,
};

export const changed = { ...summary, prompt: 'What does {name} sell, and to whom?' };

export const variables: readonly Golden[] = [
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
    pageOf('aiVariables', [summary, role]),
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
    'archive (undocumented)',
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
    pageOf('aiVariables', [changed, { ...role, archivedAt: '2026-01-06T10:00:00.000Z' }]),
    { query: { includeArchived: 'true' } },
  ),
  golden(
    'take it out of the archive (undocumented)',
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
