import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { cloneCampaign, createCampaign, findCampaigns, getCampaign, updateCampaign } from './campaigns.ts';
import { addContact, addContactGroup } from './contacts.ts';
import { setStatus } from './status.ts';

export const campaigns: HandlersFor<Table['campaigns']> = {
  create: ({ body }, context) => createCampaign(context, body),
  list: ({ query }, context) => findCampaigns(context, query),
  get: ({ params }, context) => getCampaign(context, params.campaignId),
  update: ({ params, body }, context) => updateCampaign(context, params.campaignId, body),
  clone: ({ params, body }, context) => cloneCampaign(context, params.campaignId, body.name),
  setStatus: ({ params, body }, context) => setStatus(context, params.campaignId, body.status),
  addContact: ({ body }, context) => addContact(context, body),
  addContactGroup: ({ body }, context) => addContactGroup(context, body),
};
