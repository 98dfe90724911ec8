import type { View } from '../formats/cells.ts';

export const previewView: View = {
  noun: 'preview',
  plural: 'previews',
  id: 'previewId',
  columns: [
    { key: 'previewId', title: 'id' },
    { key: 'userInput', title: 'asked' },
    { key: 'resolvedProvider', title: 'provider' },
    { key: 'entity', title: 'finds' },
    { key: 'droppedFilters', title: 'dropped' },
    { key: 'expiresAt', title: 'expires', kind: 'time' },
  ],
};

export const foundView: View = {
  noun: 'record',
  plural: 'records',
  columns: [
    { key: 'name', title: 'name' },
    { key: 'title', title: 'title', isSparse: true },
    { key: 'extra.company', title: 'company', isSparse: true },
    { key: 'location', title: 'location' },
    { key: 'domain', title: 'domain' },
    { key: 'networkUrl', title: 'network' },
  ],
};

export const savedFilterView: View = {
  noun: 'filter',
  plural: 'filters',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'type', title: 'finds' },
    { key: 'createdAt', title: 'created', kind: 'time' },
  ],
};
