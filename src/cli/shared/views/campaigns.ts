import { viewOf } from '../../terminal/formats/cells.ts';

export const campaignView = viewOf(
  'campaign',
  'campaigns',
  'id:number name status stepCount:number updatedAt:time:extra appUrl:link',
);

export const addedContactView = viewOf('contact', 'contacts', 'contactId:number outcome reason', {
  id: 'contactId',
  alsoHas: 'campaignId name',
});

export const addedListView = viewOf(
  'result',
  'results',
  `campaignId:number contactGroupId:number added:number reactivated:number alreadyPresent:number
    skipped:number`,
  { id: 'campaignId', alsoHas: 'leftOut leftOutContacts' },
);

export const ownerView = viewOf('owner', 'owners', 'id:number name email:address');

export const voiceView = viewOf('voice', 'voices', 'id name source identityId:number language');
