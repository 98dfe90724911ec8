import type { View } from '../formats/cells.ts';

export const listView: View = {
  noun: 'list',
  plural: 'lists',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'entity', title: 'holds' },
    { key: 'size', title: 'size', kind: 'number' },
    { key: 'createdAt', title: 'created', kind: 'time' },
    { key: 'appUrl', title: 'link', kind: 'link' },
  ],
};

export const fieldView: View = {
  noun: 'field',
  plural: 'fields',
  columns: [
    { key: 'id', title: 'field' },
    { key: 'label', title: 'label' },
    { key: 'fieldType', title: 'kind' },
    { key: 'dataType', title: 'data' },
    { key: 'editable', title: 'editable' },
    { key: 'promptReference', title: 'in prompts' },
  ],
};

export const membersView: View = {
  noun: 'change',
  plural: 'changes',
  id: 'listId',
  columns: [
    { key: 'listId', title: 'list', kind: 'number' },
    { key: 'added', title: 'added', kind: 'number' },
    { key: 'alreadyPresent', title: 'already present', kind: 'number' },
    { key: 'removed', title: 'removed', kind: 'number' },
    { key: 'notPresent', title: 'not present', kind: 'number' },
  ],
};
