import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { listTaskOwners, listVoices } from './check.ts';
import { addContact, addContactGroup, countGroup } from './enrolment/add-contacts.ts';
import { getCampaign, listCampaigns } from './read.ts';
import { setStatus } from './set-status.ts';
import { cloneCampaign, createCampaign, updateCampaign } from './write.ts';

export const campaigns: HandlersFor<Table['campaigns']> = {
  create: ({ body }, context) => createCampaign(context, body),
  list: ({ query }, context) => listCampaigns(context, query),
  get: ({ params }, context) => getCampaign(context, params.campaignId),
  update: ({ params, body }, context) => updateCampaign(context, params.campaignId, body),
  clone: ({ params, body }, context) => cloneCampaign(context, params.campaignId, body.name),
  setStatus: ({ params, body }, context) => setStatus(context, params.campaignId, body.status),
  addContact: ({ body }, context) => addContact(context, body),
  addContactGroup: {
    prepare: async ({ body }, context) => ({ ...(await countGroup(context, body)) }),
    handle: ({ body }, context, counted) => addContactGroup(context, body, counted),
  },
};

export const tasks: HandlersFor<Table['tasks']> = {
  owners: async (_, context) => ({ owners: await listTaskOwners(context) }),
};

export const voices: HandlersFor<Table['voices']> = {
  list: async (_, context) => ({ voices: await listVoices(context) }),
};
