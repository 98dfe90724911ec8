// The routes that commands of an outreach folder call: their help lists the scopes.

import { routes } from '../../../contract/routes/routes.ts';

export const OUTREACH_READS = [
  routes.account.validate,
  routes.lists.list,
  routes.playbook.get,
  routes.aiVariables.list,
  routes.aiSnippets.list,
  routes.aiMessages.list,
  routes.messageTemplates.list,
  routes.aiFolders.list,
  routes.aiTones.list,
  routes.campaigns.get,
  routes.workflows.get,
  routes.identities.list,
  routes.tasks.owners,
  routes.voices.list,
  routes.contacts.fields,
  routes.companies.fields,
  routes.workflows.conditionFields,
  routes.workflows.blocks,
];

export const OUTREACH_WRITES = [
  routes.account.applyLock,
  routes.lists.create,
  routes.playbook.update,
  routes.aiVariables.create,
  routes.campaigns.create,
  routes.campaigns.update,
  routes.workflows.create,
  routes.workflows.editDraft,
  routes.workflows.publish,
];
