import type { View } from '../formats/cells.ts';

export const playbookView: View = {
  noun: 'item',
  plural: 'items',
  columns: [
    { key: 'section', title: 'section' },
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'item', title: 'item' },
    { key: 'text', title: 'says' },
  ],
};
