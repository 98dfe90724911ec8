import type { View } from '../../terminal/formats/cells.ts';

export const listView: View = {
  noun: 'list',
  plural: 'lists',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'entity' },
    { key: 'size', kind: 'number' },
    { key: 'createdAt', kind: 'time' },
    { key: 'appUrl', kind: 'link' },
  ],
};

export const fieldView: View = {
  noun: 'field',
  plural: 'fields',
  columns: [
    { key: 'id', kind: 'word' },
    { key: 'label' },
    { key: 'fieldType' },
    { key: 'dataType' },
    { key: 'editable' },
    { key: 'promptReference', isExtra: true },
  ],
};

export const membersView: View = {
  noun: 'change',
  plural: 'changes',
  id: 'listId',
  alsoHas: ['failed'],
  columns: [
    { key: 'listId', kind: 'number' },
    { key: 'added', kind: 'number' },
    { key: 'alreadyPresent', kind: 'number' },
    { key: 'removed', kind: 'number' },
    { key: 'notPresent', kind: 'number' },
  ],
};

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
