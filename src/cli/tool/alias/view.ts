import type { View } from '../../terminal/formats/cells.ts';

export const aliasView: View = {
  noun: 'alias',
  plural: 'aliases',
  id: 'name',
  columns: [
    { key: 'name', kind: 'word' },
    { key: 'expansion', title: 'stands for' },
  ],
};
