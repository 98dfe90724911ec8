// What the commands on the whole store print.

import type { View } from '../../terminal/formats/cells.ts';

export const snapshotView: View = {
  noun: 'snapshot',
  plural: 'snapshots',
  id: 'path',
  columns: [
    { key: 'path', title: 'file' },
    { key: 'bytes', title: 'bytes', kind: 'number' },
  ],
};

export const countsView: View = {
  noun: 'store',
  plural: 'stores',
  id: 'contacts',
  columns: [
    { key: 'contacts', title: 'contacts', kind: 'number' },
    { key: 'companies', title: 'companies', kind: 'number' },
    { key: 'lists', title: 'lists', kind: 'number' },
    { key: 'campaigns', title: 'campaigns', kind: 'number' },
  ],
};
