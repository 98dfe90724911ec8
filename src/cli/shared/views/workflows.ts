import type { View } from '../../terminal/formats/cells.ts';

export const workflowView: View = {
  noun: 'workflow',
  plural: 'workflows',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'status' },
    { key: 'version', kind: 'number' },
    { key: 'triggerType' },
    { key: 'nodeCount', kind: 'number' },
    { key: 'hasUnpublishedChanges' },
    // As it is, not how far away: the service's clock need not be this machine's.
    { key: 'nextRunAt', isExtra: true, isSparse: true },
    { key: 'updatedAt', kind: 'time', isExtra: true },
    { key: 'appUrl', kind: 'link' },
  ],
};

export const editView: View = {
  noun: 'workflow',
  plural: 'workflows',
  columns: [{ key: 'id', kind: 'number' }],
  alsoHas: ['name', 'version', 'revision', 'outcome', 'nextRunAt', 'appUrl', 'isPublished', 'webhook', 'warnings'],
};

export const publishedView: View = {
  noun: 'version',
  plural: 'versions',
  id: 'version',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'version', kind: 'number' },
  ],
  alsoHas: ['outcome'],
};

export const startedView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'runId',
  columns: [{ key: 'runId', kind: 'number' }, { key: 'status' }, { key: 'sequenceNumber', kind: 'number' }],
};

export const runView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'runId',
  columns: [
    { key: 'runId', kind: 'number' },
    { key: 'sequenceNumber', kind: 'number' },
    { key: 'status' },
    { key: 'triggerType' },
    { key: 'version', kind: 'number' },
    { key: 'distinctEntityCount', kind: 'number' },
    { key: 'creditsUsed', kind: 'number' },
    { key: 'startedAt', kind: 'time' },
    { key: 'finishedAt', kind: 'time' },
  ],
};

/** Runs over several workflows. */
export const anyRunView: View = {
  ...runView,
  columns: [{ key: 'workflowId', kind: 'number', isExtra: true }, { key: 'workflow' }, ...runView.columns],
};

export const approvalView: View = {
  noun: 'step that waits for approval',
  plural: 'steps that wait for approval',
  alsoHas: ['records'],
  id: 'runId',
  columns: [
    { key: 'workflowId', kind: 'number', isExtra: true },
    { key: 'workflow' },
    { key: 'runId', kind: 'number' },
    { key: 'stepId', title: 'step', kind: 'word' },
    { key: 'waiting', kind: 'number' },
    { key: 'who', kind: 'excerpt' },
    { key: 'startedAt', title: 'run started', kind: 'time' },
    { key: 'approve', kind: 'word', isExtra: true },
  ],
};

export const runRecordView: View = {
  noun: 'record',
  plural: 'records',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'status' },
    { key: 'stepId', title: 'step', kind: 'word' },
    // As it is, not how far away: the service's clock need not be this machine's.
    { key: 'dueAt', isSparse: true },
    { key: 'reason', isSparse: true },
  ],
};

export const decidedView: View = {
  noun: 'decision',
  plural: 'decisions',
  alsoHas: ['records'],
  id: 'runId',
  columns: [
    { key: 'runId', kind: 'number' },
    { key: 'stepId', kind: 'word' },
    { key: 'decision' },
    { key: 'decided', kind: 'number' },
    { key: 'waiting', kind: 'number' },
  ],
};

export const blockView: View = {
  noun: 'block',
  plural: 'blocks',
  id: 'blockId',
  columns: [
    { key: 'blockId', kind: 'word' },
    { key: 'label' },
    { key: 'group', isExtra: true },
    { key: 'entities' },
    { key: 'creditsPerRecord', kind: 'number' },
  ],
};

export const blockInputView: View = {
  noun: 'input',
  plural: 'inputs',
  id: 'key',
  columns: [
    { key: 'key', title: 'input', kind: 'word' },
    { key: 'resolution' },
    { key: 'required' },
    { key: 'valueShape' },
    { key: 'description' },
  ],
};

export const conditionFieldView: View = {
  noun: 'field',
  plural: 'fields',
  columns: [
    { key: 'id', kind: 'word' },
    { key: 'label' },
    { key: 'group', isExtra: true },
    { key: 'entities' },
    { key: 'dataType' },
    { key: 'operatorIds' },
  ],
};

export const verdictView: View = {
  noun: 'problem',
  plural: 'problems',
  id: 'path',
  isNoneNamed: true,
  columns: [{ key: 'severity' }, { key: 'path' }, { key: 'code' }, { key: 'message' }],
};
