import { viewOf } from '../../terminal/formats/cells.ts';

export const listView = viewOf('list', 'lists', 'id:number name entity size:number createdAt:time appUrl:link');

export const fieldView = viewOf('field', 'fields', 'id:word label fieldType dataType editable promptReference:extra');

export const membersView = viewOf(
  'change',
  'changes',
  'listId:number added:number alreadyPresent:number removed:number notPresent:number',
  { id: 'listId', alsoHas: 'failed' },
);

/** A saved search; `id` prints the names. */
export const searchView = viewOf(
  'saved search',
  'saved searches',
  'name:word of text:sparse list:sparse where include:sparse exclude:sparse from:sparse',
  { id: 'name' },
);
