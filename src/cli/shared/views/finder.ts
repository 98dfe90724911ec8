import { viewOf } from '../../terminal/formats/cells.ts';

export const previewView = viewOf(
  'preview',
  'previews',
  'previewId userInput resolvedProvider entity droppedFilters expiresAt:time',
  { id: 'previewId' },
);

export const foundView = viewOf(
  'record',
  'records',
  'name title:sparse extra.company:sparse location domain networkUrl:link',
);

export const savedFilterView = viewOf('filter', 'filters', 'id:number name type createdAt:time');
