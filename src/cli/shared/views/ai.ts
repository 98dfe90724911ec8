import type { View } from '../../terminal/formats/cells.ts';

const head = [{ key: 'id', kind: 'number' }, { key: 'name' }] as const;
const folder = { key: 'folderId', kind: 'number' } as const;
const tail = [{ key: 'updatedAt', kind: 'time', isExtra: true }] as const;

export const aiVariableView: View = {
  noun: 'AI variable',
  plural: 'AI variables',
  columns: [
    ...head,
    { key: 'entity' },
    { key: 'outputSchema.type' },
    folder,
    ...tail,
    { key: 'prompt', kind: 'excerpt' },
  ],
};

export const aiMessageView: View = {
  noun: 'AI message',
  plural: 'AI messages',
  columns: [
    ...head,
    { key: 'channel' },
    { key: 'toneId', kind: 'number' },
    folder,
    ...tail,
    { key: 'prompt', kind: 'excerpt' },
  ],
};

export const aiSnippetView: View = {
  noun: 'AI snippet',
  plural: 'AI snippets',
  columns: [...head, { key: 'toneId', kind: 'number' }, folder, ...tail, { key: 'prompt', kind: 'excerpt' }],
};

export const messageTemplateView: View = {
  noun: 'message template',
  plural: 'message templates',
  columns: [...head, { key: 'channel' }, { key: 'subject' }, folder, ...tail, { key: 'messages.0', kind: 'excerpt' }],
};

export const aiFolderView: View = {
  noun: 'folder',
  plural: 'folders',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'path' },
    { key: 'counts.items', kind: 'number' },
    { key: 'counts.folders', kind: 'number' },
    ...tail,
  ],
};

export const deletedFolderView: View = {
  noun: 'folder',
  plural: 'folders',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'deleted' },
    { key: 'movedItems', kind: 'number' },
    { key: 'movedFolders', kind: 'number' },
  ],
};

export const toneView: View = {
  noun: 'tone',
  plural: 'tones',
  columns: [...head, { key: 'source' }, { key: 'description' }],
};

export const libraryView: View = {
  noun: 'AI message',
  plural: 'AI messages',
  columns: [{ key: 'id', kind: 'word' }, { key: 'name' }, { key: 'channel' }, { key: 'description' }],
};
