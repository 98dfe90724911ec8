import type { View } from '../formats/cells.ts';

export const campaignView: View = {
  noun: 'campaign',
  plural: 'campaigns',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'status', title: 'status' },
    { key: 'stepCount', title: 'steps', kind: 'number' },
    { key: 'updatedAt', title: 'updated', kind: 'time' },
    { key: 'appUrl', title: 'link', kind: 'link' },
  ],
};

export const addedContactView: View = {
  noun: 'contact',
  plural: 'contacts',
  id: 'contactId',
  columns: [
    { key: 'contactId', title: 'contact', kind: 'number' },
    { key: 'outcome', title: 'outcome' },
    { key: 'reason', title: 'reason' },
  ],
};

export const addedListView: View = {
  noun: 'result',
  plural: 'results',
  id: 'campaignId',
  columns: [
    { key: 'campaignId', title: 'campaign', kind: 'number' },
    { key: 'contactGroupId', title: 'list', kind: 'number' },
    { key: 'added', title: 'added', kind: 'number' },
    { key: 'reactivated', title: 'reactivated', kind: 'number' },
    { key: 'alreadyPresent', title: 'already present', kind: 'number' },
    { key: 'skipped', title: 'skipped', kind: 'number' },
  ],
};

export const ownerView: View = {
  noun: 'owner',
  plural: 'owners',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'email', title: 'e-mail' },
  ],
};

export const voiceView: View = {
  noun: 'voice',
  plural: 'voices',
  columns: [
    { key: 'id', title: 'id' },
    { key: 'name', title: 'name' },
    { key: 'source', title: 'source' },
    { key: 'identityId', title: 'identity', kind: 'number' },
    { key: 'language', title: 'language' },
  ],
};
