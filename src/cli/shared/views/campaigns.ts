import { columnsOf, type View, viewOf } from '../../terminal/formats/cells.ts';

export const campaignView = viewOf(
  'campaign',
  'campaigns',
  'id:number name status stepCount:number updatedAt:time:extra appUrl:link',
);

export const addedContactView = viewOf('contact', 'contacts', 'contactId:number outcome reason', {
  id: 'contactId',
  alsoHas: 'campaignId name',
});

export const addedListView = viewOf(
  'result',
  'results',
  `campaignId:number contactGroupId:number added:number reactivated:number alreadyPresent:number
    skipped:number`,
  { id: 'campaignId', alsoHas: 'leftOut leftOutContacts' },
);

export const ownerView = viewOf('owner', 'owners', 'id:number name email:address');

export const voiceView = viewOf('voice', 'voices', 'id name source identityId:number language');

// nextRunAt and dueAt as they are, not how far away: the service's clock need not be this machine's.

export const workflowView = viewOf(
  'workflow',
  'workflows',
  `id:number name status version:number triggerType nodeCount:number hasUnpublishedChanges
    nextRunAt:extra:sparse updatedAt:time:extra appUrl:link`,
);

export const editView = viewOf('workflow', 'workflows', 'id:number', {
  alsoHas: 'name version revision outcome nextRunAt appUrl isPublished webhook warnings',
});

export const publishedView = viewOf('version', 'versions', 'id:number version:number', {
  id: 'version',
  alsoHas: 'outcome',
});

export const startedView = viewOf('run', 'runs', 'runId:number status sequenceNumber:number', { id: 'runId' });

export const runView = viewOf(
  'run',
  'runs',
  `runId:number sequenceNumber:number status triggerType version:number distinctEntityCount:number
    creditsUsed:number startedAt:time finishedAt:time`,
  { id: 'runId' },
);

/** Runs over several workflows. */
export const anyRunView: View = {
  ...runView,
  columns: [...columnsOf('workflowId:number:extra workflow'), ...runView.columns],
};

export const approvalView = viewOf(
  'step that waits for approval',
  'steps that wait for approval',
  `workflowId:number:extra workflow runId:number stepId:word waiting:number who:excerpt startedAt:time
    approve:word:extra`,
  { alsoHas: 'records', id: 'runId', titles: { stepId: 'step', startedAt: 'run started' } },
);

export const runRecordView = viewOf(
  'record',
  'records',
  'id:number name status stepId:word dueAt:sparse reason:sparse',
  { titles: { stepId: 'step' } },
);

export const decidedView = viewOf(
  'decision',
  'decisions',
  'runId:number stepId:word decision decided:number waiting:number',
  { alsoHas: 'records', id: 'runId' },
);

export const blockView = viewOf('block', 'blocks', 'blockId:word label group:extra entities creditsPerRecord:number', {
  id: 'blockId',
});

export const blockInputView = viewOf('input', 'inputs', 'key:word resolution required valueShape description', {
  id: 'key',
  titles: { key: 'input' },
});

export const conditionFieldView = viewOf('field', 'fields', 'id:word label group:extra entities dataType operatorIds');

export const verdictView = viewOf('problem', 'problems', 'severity path code message', {
  id: 'path',
  isNoneNamed: true,
});
