import type { View } from '../../terminal/formats/cells.ts';

export const statusView: View = {
  noun: 'status',
  plural: 'statuses',
  id: 'profile',
  columns: [
    { key: 'profile' },
    { key: 'baseUrl' },
    { key: 'valid', title: 'authenticated' },
    { key: 'key' },
    { key: 'keyFrom' },
    { key: 'keyName' },
    { key: 'scopes' },
    { key: 'workspace' },
    { key: 'user' },
  ],
};

export const keyView: View = {
  noun: 'key',
  plural: 'keys',
  id: 'key',
  columns: [{ key: 'profile' }, { key: 'key' }],
};

export const profileView: View = {
  noun: 'profile',
  plural: 'profiles',
  id: 'name',
  columns: [
    { key: 'current', title: '' },
    { key: 'name', title: 'profile' },
    { key: 'baseUrl' },
    { key: 'key' },
    { key: 'output' },
  ],
};

export const originView: View = {
  noun: 'value',
  plural: 'values',
  id: 'name',
  columns: [{ key: 'name', title: 'setting' }, { key: 'value' }, { key: 'from' }],
};
