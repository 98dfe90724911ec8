// Generated from steps.ts and endpoints.ts by `npm run generate`. Free of zod.

import type { ObjectShape } from '../shape.ts';
import type { StepType } from './enums.ts';

export const campaignShape: ObjectShape = {
  kind: 'object',
  fields: {
    name: { kind: 'text', max: 200 },
    description: { kind: 'text', max: 10000, blank: true, nullable: true },
    identityId: { kind: 'id', nullable: true, chosen: true },
    trackOpens: { kind: 'boolean', chosen: true },
    trackClicks: { kind: 'boolean', chosen: true },
  },
  required: ['name'],
  ignored: ['id', 'status', 'appUrl', 'stepCount', 'createdAt', 'updatedAt', 'progress'],
};

export const stepShapes: Readonly<Record<StepType, ObjectShape>> = {
  email: {
    kind: 'object',
    fields: {
      subject: { kind: 'text', max: 1000, blank: true },
      content: { kind: 'text', max: 100000 },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
      aiMessageId: { kind: 'reference', chosen: true },
    },
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  network_message: {
    kind: 'object',
    fields: {
      content: { kind: 'text', max: 100000 },
      attachment: { kind: 'text', max: 2000 },
      attachmentName: { kind: 'text', max: 2000 },
      contentType: { kind: 'enum', values: ['AUDIO', 'IMAGE', 'FILE', 'VIDEO'] },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
      aiMessageId: { kind: 'reference', chosen: true },
    },
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  network_message_bundle: {
    kind: 'object',
    fields: {
      messages: { kind: 'list', of: { kind: 'object', fields: { content: { kind: 'text', max: 100000 }, attachment: { kind: 'text', max: 2000 }, attachmentName: { kind: 'text', max: 2000 }, contentType: { kind: 'enum', values: ['AUDIO', 'IMAGE', 'FILE', 'VIDEO'] } }, required: [], ignored: [] }, min: 1, max: 20 },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: ['messages'],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  network_voice_message: {
    kind: 'object',
    fields: {
      content: { kind: 'text', max: 100000 },
      voiceId: { kind: 'reference', chosen: true },
      voiceSettings: { kind: 'object', fields: { voiceSpeed: { kind: 'number', min: 0.5, max: 2 }, voiceStability: { kind: 'number', min: 0, max: 100 }, backgroundNoise: { kind: 'text', max: 200 }, backgroundVolume: { kind: 'number', min: 0, max: 100 } }, required: [], ignored: [] },
      attachment: { kind: 'text', max: 2000 },
      attachmentName: { kind: 'text', max: 2000 },
      contentType: { kind: 'enum', values: ['AUDIO'] },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  network_inmail: {
    kind: 'object',
    fields: {
      subject: { kind: 'text', max: 1000 },
      content: { kind: 'text', max: 100000 },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
      aiMessageId: { kind: 'reference', chosen: true },
    },
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  network_visit_profile: {
    kind: 'object',
    fields: {
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  network_like_last_post: {
    kind: 'object',
    fields: {
      reactionType: { kind: 'enum', values: ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'], chosen: true },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  whatsapp_message: {
    kind: 'object',
    fields: {
      content: { kind: 'text', max: 100000 },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: ['content'],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  condition: {
    kind: 'object',
    fields: {
      condition: { kind: 'union', of: [{ kind: 'object', fields: { type: { kind: 'enum', values: ['has_network_profile', 'has_professional_email', 'is_already_connected', 'has_been_contacted', 'has_whatsapp_account'] } }, required: ['type'], ignored: [] }, { kind: 'object', fields: { type: { kind: 'enum', values: ['email_opened', 'email_clicked', 'network_message_viewed', 'task_completed', 'connection_accepted'] }, waitFor: { kind: 'object', fields: { value: { kind: 'number', min: 0, above: true }, unit: { kind: 'enum', values: ['seconds', 'minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 36, unit: hours }' } }, required: ['type', 'waitFor'], ignored: [] }, { kind: 'object', fields: { type: { kind: 'enum', values: ['lead_field'] }, field: { kind: 'text', max: 200 }, operator: { kind: 'enum', values: ['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'NOT_CONTAINS', 'GREATER_THAN', 'LESS_THAN', 'GREATER_THAN_OR_EQUALS', 'LESS_THAN_OR_EQUALS'] }, value: { kind: 'union', of: [{ kind: 'text', max: 10000 }, { kind: 'number' }, { kind: 'boolean' }], chosen: true } }, required: ['type', 'field', 'operator', 'value'], ignored: [] }, { kind: 'object', fields: { type: { kind: 'enum', values: ['lead_field'] }, field: { kind: 'text', max: 200 }, operator: { kind: 'enum', values: ['IS_EMPTY', 'IS_NOT_EMPTY'] }, value: { kind: 'any', chosen: true } }, required: ['type', 'field', 'operator'], ignored: [] }], example: '{ type: has_professional_email }' },
    },
    required: ['condition'],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  network_connection: {
    kind: 'object',
    fields: {
      waitForAcceptance: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 5, unit: days }' },
      content: { kind: 'text', max: 100000 },
      aiMessageId: { kind: 'reference', chosen: true },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  task: {
    kind: 'object',
    fields: {
      taskType: { kind: 'enum', values: ['CALL', 'EMAIL', 'NETWORK', 'WHATSAPP', 'TODO'], chosen: true },
      title: { kind: 'text', max: 1000 },
      note: { kind: 'text', max: 10000, blank: true },
      ownerId: { kind: 'reference', chosen: true },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: ['taskType', 'title'],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  add_to_another_campaign: {
    kind: 'object',
    fields: {
      campaignId: { kind: 'reference' },
      delay: { kind: 'object', fields: { value: { kind: 'number', min: 1, whole: true }, unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 2, unit: days }', chosen: true },
    },
    required: ['campaignId'],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
  end: {
    kind: 'object',
    fields: {},
    required: [],
    ignored: ['stepId', 'connectionId', 'nextConnectionId'],
  },
};

export const conditionShapes: Readonly<Record<'instant' | 'timed' | 'comparison' | 'emptiness', ObjectShape>> = {
  instant: {
    kind: 'object',
    fields: {
      type: { kind: 'enum', values: ['has_network_profile', 'has_professional_email', 'is_already_connected', 'has_been_contacted', 'has_whatsapp_account'] },
    },
    required: ['type'],
    ignored: [],
  },
  timed: {
    kind: 'object',
    fields: {
      type: { kind: 'enum', values: ['email_opened', 'email_clicked', 'network_message_viewed', 'task_completed', 'connection_accepted'] },
      waitFor: { kind: 'object', fields: { value: { kind: 'number', min: 0, above: true }, unit: { kind: 'enum', values: ['seconds', 'minutes', 'hours', 'days'] } }, required: ['value', 'unit'], ignored: [], example: '{ value: 36, unit: hours }' },
    },
    required: ['type', 'waitFor'],
    ignored: [],
  },
  comparison: {
    kind: 'object',
    fields: {
      type: { kind: 'enum', values: ['lead_field'] },
      field: { kind: 'text', max: 200 },
      operator: { kind: 'enum', values: ['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'NOT_CONTAINS', 'GREATER_THAN', 'LESS_THAN', 'GREATER_THAN_OR_EQUALS', 'LESS_THAN_OR_EQUALS'] },
      value: { kind: 'union', of: [{ kind: 'text', max: 10000 }, { kind: 'number' }, { kind: 'boolean' }], chosen: true },
    },
    required: ['type', 'field', 'operator', 'value'],
    ignored: [],
  },
  emptiness: {
    kind: 'object',
    fields: {
      type: { kind: 'enum', values: ['lead_field'] },
      field: { kind: 'text', max: 200 },
      operator: { kind: 'enum', values: ['IS_EMPTY', 'IS_NOT_EMPTY'] },
      value: { kind: 'any', chosen: true },
    },
    required: ['type', 'field', 'operator'],
    ignored: [],
  },
};

export const durationShapes: Readonly<Record<'delay' | 'waitFor' | 'waitForAcceptance', ObjectShape>> = {
  delay: {
    kind: 'object',
    fields: {
      value: { kind: 'number', min: 1, whole: true },
      unit: { kind: 'enum', values: ['minutes', 'hours', 'days'] },
    },
    required: ['value', 'unit'],
    ignored: [],
    example: '{ value: 2, unit: days }',
    chosen: true,
  },
  waitFor: {
    kind: 'object',
    fields: {
      value: { kind: 'number', min: 0, above: true },
      unit: { kind: 'enum', values: ['seconds', 'minutes', 'hours', 'days'] },
    },
    required: ['value', 'unit'],
    ignored: [],
    example: '{ value: 36, unit: hours }',
  },
  waitForAcceptance: {
    kind: 'object',
    fields: {
      value: { kind: 'number', min: 1, whole: true },
      unit: { kind: 'enum', values: ['days'] },
    },
    required: ['value', 'unit'],
    ignored: [],
    example: '{ value: 5, unit: days }',
  },
};
