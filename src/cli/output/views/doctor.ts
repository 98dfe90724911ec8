import type { View } from '../formats/cells.ts';

export const checkView: View = {
  noun: 'check',
  plural: 'checks',
  id: 'check',
  columns: [
    { key: 'status', title: 'STATUS' },
    { key: 'check', title: 'CHECK', kind: 'word' },
    // Read to its end, or not worth looking at: a narrow terminal wraps it.
    { key: 'message', title: 'WHAT', kind: 'word' },
    { key: 'hint', title: 'TO DO', kind: 'word', isSparse: true },
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
