// Generated from inputs.ts by `npm run generate`. Free of zod.

import type { ObjectShape } from '../shape.ts';
import type { AiKind } from './enums.ts';

export const aiShapes: Readonly<Record<AiKind, ObjectShape>> = {
  'ai-variable': {
    kind: 'object',
    fields: {
      name: { kind: 'text', max: 200 },
      entity: { kind: 'enum', values: ['CONTACT', 'COMPANY'] },
      description: { kind: 'text', max: 10000, blank: true, nullable: true, chosen: true },
      folderId: { kind: 'id', nullable: true },
      model: { kind: 'text', max: 200, nullable: true },
      search: { kind: 'boolean' },
      isPublic: { kind: 'boolean', chosen: true },
      customWebsiteField: { kind: 'text', max: 200, nullable: true },
      outputSchema: { kind: 'object', fields: { type: { kind: 'enum', values: ['text', 'number', 'date', 'oneOf', 'url', 'email'] }, values: { kind: 'list', of: { kind: 'text', max: 500 }, min: 1, max: 200 }, provideExplanation: { kind: 'boolean' }, jsonSchema: { kind: 'any' } }, required: ['type'], ignored: [] },
      prompt: { kind: 'text', max: 50000 },
    },
    required: ['name', 'entity', 'prompt'],
    ignored: ['id', 'appUrl', 'archivedAt', 'createdAt', 'updatedAt'],
  },
  'ai-message': {
    kind: 'object',
    fields: {
      name: { kind: 'text', max: 200 },
      description: { kind: 'text', max: 10000, blank: true, nullable: true, chosen: true },
      folderId: { kind: 'id', nullable: true },
      channel: { kind: 'enum', values: ['EMAIL', 'NETWORK', 'NETWORK_INMAIL', 'NETWORK_CONNECTION'] },
      toneId: { kind: 'reference' },
      model: { kind: 'text', max: 200, nullable: true },
      outputLength: { kind: 'enum', values: ['SHORT', 'MEDIUM', 'LONG'], nullable: true, chosen: true },
      splitMessages: { kind: 'boolean', chosen: true },
      prompt: { kind: 'text', max: 50000 },
    },
    required: ['name', 'channel', 'toneId', 'prompt'],
    ignored: ['id', 'appUrl', 'createdAt', 'updatedAt', 'promptRichText', 'campaignId'],
    chosen: true,
  },
  'ai-snippet': {
    kind: 'object',
    fields: {
      name: { kind: 'text', max: 200 },
      description: { kind: 'text', max: 10000, blank: true, nullable: true, chosen: true },
      folderId: { kind: 'id', nullable: true },
      toneId: { kind: 'reference' },
      model: { kind: 'text', max: 200, nullable: true },
      prompt: { kind: 'text', max: 50000 },
    },
    required: ['name', 'toneId', 'prompt'],
    ignored: ['id', 'appUrl', 'createdAt', 'updatedAt', 'promptRichText'],
    chosen: true,
  },
  template: {
    kind: 'object',
    fields: {
      name: { kind: 'text', max: 200 },
      description: { kind: 'text', max: 10000, blank: true, nullable: true, chosen: true },
      folderId: { kind: 'id', nullable: true },
      channel: { kind: 'enum', values: ['EMAIL', 'NETWORK', 'NETWORK_INMAIL', 'NETWORK_CONNECTION'], nullable: true, chosen: true },
      subject: { kind: 'text', max: 1000, blank: true, nullable: true, chosen: true },
      messages: { kind: 'list', of: { kind: 'text', max: 50000 }, min: 1, max: 20, chosen: true },
    },
    required: ['name', 'messages'],
    ignored: ['id', 'appUrl', 'createdAt', 'updatedAt', 'messagesRichText'],
    chosen: true,
  },
};

export const fileNameShapes: ObjectShape = {
  kind: 'object',
  fields: {
    folder: { kind: 'text', max: 4000, nullable: true },
    tone: { kind: 'text', max: 200 },
  },
  required: [],
  ignored: [],
};
