import { viewOf } from '../../terminal/formats/cells.ts';

export const aiVariableView = viewOf(
  'AI variable',
  'AI variables',
  'id:number name entity outputSchema.type folderId:number updatedAt:time:extra prompt:excerpt',
);

export const aiMessageView = viewOf(
  'AI message',
  'AI messages',
  'id:number name channel toneId:number folderId:number updatedAt:time:extra prompt:excerpt',
);

export const aiSnippetView = viewOf(
  'AI snippet',
  'AI snippets',
  'id:number name toneId:number folderId:number updatedAt:time:extra prompt:excerpt',
);

export const messageTemplateView = viewOf(
  'message template',
  'message templates',
  'id:number name channel subject folderId:number updatedAt:time:extra messages.0:excerpt',
);

export const aiFolderView = viewOf(
  'folder',
  'folders',
  'id:number path counts.items:number counts.folders:number updatedAt:time:extra',
);

export const deletedFolderView = viewOf('folder', 'folders', 'id:number deleted movedItems:number movedFolders:number');

export const toneView = viewOf('tone', 'tones', 'id:number name source description');

export const libraryView = viewOf('AI message', 'AI messages', 'id:word name channel description');
