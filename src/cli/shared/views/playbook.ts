import type { View } from '../../terminal/formats/cells.ts';

export const playbookView: View = {
  noun: 'item',
  plural: 'items',
  columns: [{ key: 'section' }, { key: 'id', kind: 'number' }, { key: 'item' }, { key: 'text', title: 'says' }],
};
