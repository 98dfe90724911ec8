import type { View } from '../../terminal/formats/cells.ts';

export const previewView: View = {
  noun: 'preview',
  plural: 'previews',
  id: 'previewId',
  columns: [
    { key: 'previewId' },
    { key: 'userInput' },
    { key: 'resolvedProvider' },
    { key: 'entity' },
    { key: 'droppedFilters' },
    { key: 'expiresAt', kind: 'time' },
  ],
};

export const foundView: View = {
  noun: 'record',
  plural: 'records',
  columns: [
    { key: 'name' },
    { key: 'title', isSparse: true },
    { key: 'extra.company', isSparse: true },
    { key: 'location' },
    { key: 'domain' },
    { key: 'networkUrl', kind: 'link' },
  ],
};

export const savedFilterView: View = {
  noun: 'filter',
  plural: 'filters',
  columns: [{ key: 'id', kind: 'number' }, { key: 'name' }, { key: 'type' }, { key: 'createdAt', kind: 'time' }],
};
