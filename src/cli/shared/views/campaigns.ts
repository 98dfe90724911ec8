import type { View } from '../../terminal/formats/cells.ts';

export const campaignView: View = {
  noun: 'campaign',
  plural: 'campaigns',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'status' },
    { key: 'stepCount', kind: 'number' },
    { key: 'updatedAt', kind: 'time', isExtra: true },
    { key: 'appUrl', kind: 'link' },
  ],
};

export const addedContactView: View = {
  noun: 'contact',
  plural: 'contacts',
  id: 'contactId',
  alsoHas: ['campaignId', 'name'],
  columns: [{ key: 'contactId', kind: 'number' }, { key: 'outcome' }, { key: 'reason' }],
};

export const addedListView: View = {
  noun: 'result',
  plural: 'results',
  id: 'campaignId',
  alsoHas: ['leftOut', 'leftOutContacts'],
  columns: [
    { key: 'campaignId', kind: 'number' },
    { key: 'contactGroupId', kind: 'number' },
    { key: 'added', kind: 'number' },
    { key: 'reactivated', kind: 'number' },
    { key: 'alreadyPresent', kind: 'number' },
    { key: 'skipped', kind: 'number' },
  ],
};

export const ownerView: View = {
  noun: 'owner',
  plural: 'owners',
  columns: [{ key: 'id', kind: 'number' }, { key: 'name' }, { key: 'email', kind: 'address' }],
};

export const voiceView: View = {
  noun: 'voice',
  plural: 'voices',
  columns: [
    { key: 'id' },
    { key: 'name' },
    { key: 'source' },
    { key: 'identityId', kind: 'number' },
    { key: 'language' },
  ],
};
