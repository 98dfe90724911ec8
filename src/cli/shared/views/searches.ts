import type { View } from '../../terminal/formats/cells.ts';

/** A saved search; `id` prints the names. */
export const searchView: View = {
  noun: 'saved search',
  plural: 'saved searches',
  id: 'name',
  columns: [
    { key: 'name', kind: 'word' },
    { key: 'of', title: 'of' },
    { key: 'text', isSparse: true },
    { key: 'list', isSparse: true },
    { key: 'where', title: 'where' },
    { key: 'include', title: 'include', isSparse: true },
    { key: 'exclude', title: 'exclude', isSparse: true },
  ],
};
