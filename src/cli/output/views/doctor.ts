import type { View } from '../cells.ts';

export const checkView: View = {
  noun: 'check',
  plural: 'checks',
  id: 'check',
  columns: [
    { key: 'status', title: 'STATUS' },
    { key: 'check', title: 'CHECK' },
    { key: 'message', title: 'WHAT' },
    { key: 'hint', title: 'TO DO' },
  ],
};

export const differenceView: View = {
  noun: 'difference',
  plural: 'differences',
  id: 'request',
  columns: [
    { key: 'request', title: 'REQUEST' },
    { key: 'part', title: 'PART' },
    { key: 'ours', title: 'REACH' },
    { key: 'theirs', title: 'SERVICE' },
    { key: 'kind', title: 'KIND' },
  ],
};
