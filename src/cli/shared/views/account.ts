import { viewOf } from '../../terminal/formats/cells.ts';

export const statusView = viewOf(
  'status',
  'statuses',
  'profile baseUrl valid key keyFrom keyName scopes workspace user',
  { id: 'profile', titles: { valid: 'authenticated' } },
);

export const keyView = viewOf('key', 'keys', 'profile key', { id: 'key' });

export const profileView = viewOf('profile', 'profiles', 'current name baseUrl key output', {
  id: 'name',
  titles: { current: '', name: 'profile' },
});

export const originView = viewOf('value', 'values', 'name value from', { id: 'name', titles: { name: 'setting' } });

export const checkView = viewOf('check', 'checks', 'status check:word message:prose hint:prose:sparse', {
  id: 'check',
  titles: { hint: 'what to do' },
});

export const differenceView = viewOf('difference', 'differences', 'request part ours theirs kind', {
  id: 'request',
  alsoHas: 'undocumented isNeeded',
  titles: { ours: 'reach', theirs: 'service' },
});
