import { viewOf } from '../../terminal/formats/cells.ts';

export const actionsView = viewOf(
  'run',
  'runs',
  `actionsId:number entity overallStatus progress:number totalActions:number imported:number
    creditsUsed:number createdAt:time finishedAt:time`,
  { id: 'actionsId' },
);

export const startedView = viewOf('run', 'runs', 'actionsId:number createdAt:time', { id: 'actionsId' });

/** One action of a run, counted. */
export const progressView = viewOf(
  'action',
  'actions',
  'type:word COMPLETED:number FAILED:number SKIPPED:number CANCELLED:number PENDING:number why',
  { id: 'type' },
);

/** One action on one record. */
export const actionRecordView = viewOf(
  'record',
  'records',
  'id:number name action:word status why:sparse creditsUsed:number:extra',
);

export const optionView = viewOf('option', 'options', 'type worksOn option kind about', { id: 'type' });

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
