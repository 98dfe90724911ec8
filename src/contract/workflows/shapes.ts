// Generated from plan.ts by `npm run generate`. Free of zod.

import type { ObjectShape } from '../shape.ts';
import type { NodeKind, TriggerType } from './enums.ts';

export const workflowShape: ObjectShape = { kind: 'object', fields: { name: { kind: 'text', max: 200 }, trigger: { kind: 'any' }, plan: { kind: 'any' }, maxCreditsPerRun: { kind: 'number', min: 1, whole: true, nullable: true }, importSources: { kind: 'any' }, publish: { kind: 'boolean' } }, required: ['name', 'plan'], ignored: [] };

export const planShape: ObjectShape = { kind: 'object', fields: { name: { kind: 'text', max: 200, blank: true }, nodes: { kind: 'list', of: { kind: 'any' }, max: 60 } }, required: ['nodes'], ignored: [] };

export const splitShape: ObjectShape = { kind: 'object', fields: { type: { kind: 'enum', values: ['RANDOM_SPLIT'] }, percentage: { kind: 'number', min: 1, max: 100, whole: true }, name: { kind: 'text', max: 200, blank: true, undocumented: true } }, required: ['type', 'percentage'], ignored: [] };

export const predicateShape: ObjectShape = { kind: 'object', fields: { field: { kind: 'text', max: 200 }, operator: { kind: 'enum', values: ['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'NOT_CONTAINS', 'STARTS_WITH', 'ENDS_WITH', 'IS_ANY_OF', 'IS_NONE_OF', 'GREATER_THAN', 'LESS_THAN', 'GREATER_THAN_OR_EQUALS', 'LESS_THAN_OR_EQUALS', 'BETWEEN', 'WITHIN_LAST_DAYS', 'NOT_WITHIN_LAST_DAYS', 'IS_EMPTY', 'IS_NOT_EMPTY'], undocumented: true }, value: { kind: 'any' }, name: { kind: 'text', max: 200, blank: true, undocumented: true } }, required: ['field', 'operator'], ignored: [] };

export const bindingShape: ObjectShape = { kind: 'object', fields: { webhookInputKey: { kind: 'text', max: 64 } }, required: ['webhookInputKey'], ignored: [] };

export const recurrenceShape: ObjectShape = { kind: 'object', fields: { byWeekday: { kind: 'list', of: { kind: 'number', min: 0, max: 6, whole: true }, min: 1, max: 7 }, interval: { kind: 'number', min: 1, max: 1000, whole: true, undocumented: true }, endDate: { kind: 'union', of: [{ kind: 'any' }, { kind: 'any' }], undocumented: true } }, required: [], ignored: [] };

export const declaredInputShape: ObjectShape = { kind: 'object', fields: { key: { kind: 'text', max: 64 }, type: { kind: 'enum', values: ['leadIds', 'companyIds', 'companyPayload', 'string', 'number', 'boolean', 'stringArray', 'numberArray'], undocumented: true }, label: { kind: 'text', max: 200, blank: true, undocumented: true } }, required: ['key', 'type'], ignored: [] };

export const signalShape: ObjectShape = { kind: 'object', fields: { kind: { kind: 'enum', values: ['CONVERSATION_REPLY', 'WEBSITE_VISITOR', 'LEAD_CREATED', 'COMPANY_CREATED', 'LEAD_PROPERTY_UPDATED', 'COMPANY_PROPERTY_UPDATED', 'LEAD_ADDED_TO_LIST', 'COMPANY_ADDED_TO_LIST'] }, listId: { kind: 'id', undocumented: true }, field: { kind: 'text', max: 200, blank: true, undocumented: true } }, required: ['kind'], ignored: [] };

export const importSourceShape: ObjectShape = { kind: 'object', fields: { nodeId: { kind: 'text', max: 100 }, source: { kind: 'any' } }, required: ['nodeId', 'source'], ignored: [] };

export const previewSourceShape: ObjectShape = { kind: 'object', fields: { previewId: { kind: 'any' }, maxCount: { kind: 'number', min: 1, max: 2500, whole: true, undocumented: true } }, required: ['previewId'], ignored: [] };

export const nodeShapes: Readonly<Record<NodeKind, ObjectShape>> = {
  BLOCK: { kind: 'object', fields: { id: { kind: 'text', max: 100 }, kind: { kind: 'enum', values: ['BLOCK'] }, blockId: { kind: 'text', max: 100 }, inputs: { kind: 'any' }, next: { kind: 'list', of: { kind: 'text', max: 100, blank: true }, max: 2, undocumented: true } }, required: ['id', 'kind', 'blockId', 'next'], ignored: [] },
  CONDITIONAL: { kind: 'object', fields: { id: { kind: 'text', max: 100 }, kind: { kind: 'enum', values: ['CONDITIONAL'] }, conditions: { kind: 'any' }, fallbackName: { kind: 'text', max: 200, blank: true, undocumented: true }, next: { kind: 'list', of: { kind: 'text', max: 100, blank: true }, max: 21 } }, required: ['id', 'kind', 'conditions', 'next'], ignored: [] },
  KING: { kind: 'object', fields: { id: { kind: 'text', max: 100 }, kind: { kind: 'enum', values: ['KING'] }, groupBy: { kind: 'text', max: 200, blank: true, nullable: true, undocumented: true }, orderBy: { kind: 'text', max: 200, blank: true, nullable: true, undocumented: true }, limit: { kind: 'number', min: 1, max: 1000000, whole: true }, next: { kind: 'list', of: { kind: 'text', max: 100, blank: true }, min: 2, max: 2 } }, required: ['id', 'kind', 'next'], ignored: [] },
};

export const triggerShapes: Readonly<Record<TriggerType, ObjectShape>> = {
  MANUAL: { kind: 'object', fields: { type: { kind: 'enum', values: ['MANUAL'] }, entity: { kind: 'enum', values: ['LEAD', 'COMPANY'] } }, required: ['type'], ignored: [] },
  SCHEDULE: { kind: 'object', fields: { type: { kind: 'enum', values: ['SCHEDULE'] }, definition: { kind: 'enum', values: ['DAILY', 'WEEKLY', 'BI_WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] }, startsAt: { kind: 'any' }, timezone: { kind: 'text', max: 200 }, recurrence: { kind: 'any' } }, required: ['type', 'definition', 'startsAt', 'timezone'], ignored: [] },
  WEBHOOK: { kind: 'object', fields: { type: { kind: 'enum', values: ['WEBHOOK'] }, inputs: { kind: 'any' } }, required: ['type'], ignored: [] },
  API: { kind: 'object', fields: { type: { kind: 'enum', values: ['API'] } }, required: ['type'], ignored: [] },
  INTENT: { kind: 'object', fields: { type: { kind: 'enum', values: ['INTENT'] }, signal: { kind: 'any' } }, required: ['type', 'signal'], ignored: [] },
};
