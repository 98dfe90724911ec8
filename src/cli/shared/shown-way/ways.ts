// What the interface shows in place of paths that it does not: by request, as notes and doctor name it.

/** `METHOD /v1/path` of ours → how the same is done without it. */
export const SHOWN_WAYS: Readonly<Record<string, string>> = {
  'PATCH /v1/contacts/{contactId}': 'merged by POST /v1/contacts/bulk',
  'PATCH /v1/companies/{companyId}': 'merged by POST /v1/companies/bulk',
  'GET /v1/lists': 'as the condition field platform.listIds offers them; what they hold is not shown',
  'GET /v1/lists/{listId}': 'counted by a search; its name is not shown',
  'POST /v1/lists/{listId}/members': 'merged by the bulk create, with the id of the list',
  'POST /v1/actions': 'run as a workflow made for it',
  'GET /v1/actions/{actionsId}/status': 'read as the run of a workflow',
  'GET /v1/actions/{actionsId}/records':
    'counted by step, as the run of a workflow; which records they are is not shown',
  'GET /v1/workflow-runs/{runId}/records': 'counted by step; which records they are is not shown',
  'POST /v1/ai-finder/previews/{previewId}/import': 'imported by a workflow made for it',
  'POST /v1/workflows/validate': 'checked here against the blocks and fields of the service',
};
