import type { View } from '../formats/cells.ts';

export const statusView: View = {
  noun: 'status',
  plural: 'statuses',
  id: 'profile',
  columns: [
    { key: 'profile', title: 'profile' },
    { key: 'baseUrl', title: 'service' },
    { key: 'valid', title: 'key is valid' },
    { key: 'key', title: 'key' },
    { key: 'keyFrom', title: 'key from' },
    { key: 'keyName', title: 'key name' },
    { key: 'scopes', title: 'scopes' },
    { key: 'workspace', title: 'workspace' },
    { key: 'user', title: 'user' },
  ],
};

export const profileView: View = {
  noun: 'profile',
  plural: 'profiles',
  id: 'name',
  columns: [
    { key: 'current', title: '' },
    { key: 'name', title: 'profile' },
    { key: 'baseUrl', title: 'service' },
    { key: 'key', title: 'key' },
    { key: 'output', title: 'output' },
  ],
};

export const originView: View = {
  noun: 'value',
  plural: 'values',
  id: 'name',
  columns: [
    { key: 'name', title: 'setting' },
    { key: 'value', title: 'value' },
    { key: 'from', title: 'from' },
  ],
};
