import type { View } from '../formats/cells.ts';

const head = [
  { key: 'id', title: 'id', kind: 'number' },
  { key: 'name', title: 'name' },
] as const;
const folder = { key: 'folderId', title: 'folder', kind: 'number' } as const;
const tail = [{ key: 'updatedAt', title: 'updated', kind: 'time' }] as const;

export const aiVariableView: View = {
  noun: 'AI variable',
  plural: 'AI variables',
  columns: [
    ...head,
    { key: 'entity', title: 'of' },
    { key: 'outputSchema.type', title: 'value' },
    folder,
    ...tail,
    { key: 'prompt', title: 'prompt' },
  ],
};

export const aiMessageView: View = {
  noun: 'AI message',
  plural: 'AI messages',
  columns: [
    ...head,
    { key: 'channel', title: 'channel' },
    { key: 'toneId', title: 'tone', kind: 'number' },
    folder,
    ...tail,
    { key: 'prompt', title: 'prompt' },
  ],
};

export const aiSnippetView: View = {
  noun: 'AI snippet',
  plural: 'AI snippets',
  columns: [
    ...head,
    { key: 'toneId', title: 'tone', kind: 'number' },
    folder,
    ...tail,
    { key: 'prompt', title: 'prompt' },
  ],
};

export const messageTemplateView: View = {
  noun: 'message template',
  plural: 'message templates',
  columns: [
    ...head,
    { key: 'channel', title: 'channel' },
    { key: 'subject', title: 'subject' },
    folder,
    ...tail,
    { key: 'messages.0', title: 'message' },
  ],
};

export const aiFolderView: View = {
  noun: 'folder',
  plural: 'folders',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'path', title: 'folder' },
    { key: 'counts.items', title: 'items', kind: 'number' },
    { key: 'counts.folders', title: 'folders', kind: 'number' },
    ...tail,
  ],
};

export const deletedFolderView: View = {
  noun: 'folder',
  plural: 'folders',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'deleted', title: 'deleted' },
    { key: 'movedItems', title: 'items moved up', kind: 'number' },
    { key: 'movedFolders', title: 'folders moved up', kind: 'number' },
  ],
};

export const toneView: View = {
  noun: 'tone',
  plural: 'tones',
  columns: [...head, { key: 'source', title: 'source' }, { key: 'description', title: 'description' }],
};

export const libraryView: View = {
  noun: 'AI message',
  plural: 'AI messages',
  columns: [
    { key: 'id', title: 'id', kind: 'word' },
    { key: 'name', title: 'name' },
    { key: 'channel', title: 'channel' },
    { key: 'description', title: 'description' },
  ],
};
