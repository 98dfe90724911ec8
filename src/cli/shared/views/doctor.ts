import type { View } from '../../terminal/formats/cells.ts';

export const checkView: View = {
  noun: 'check',
  plural: 'checks',
  id: 'check',
  columns: [
    { key: 'status' },
    { key: 'check', kind: 'word' },
    { key: 'message', kind: 'prose' },
    { key: 'hint', title: 'what to do', kind: 'prose', isSparse: true },
  ],
};

export const differenceView: View = {
  noun: 'difference',
  plural: 'differences',
  id: 'request',
  alsoHas: ['undocumented', 'isNeeded'],
  columns: [
    { key: 'request' },
    { key: 'part' },
    { key: 'ours', title: 'reach' },
    { key: 'theirs', title: 'service' },
    { key: 'kind' },
    { key: 'name', title: 'accept as', isSparse: true },
  ],
};
