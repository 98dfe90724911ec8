import * as z from 'zod';
import {
  AnyId,
  AppUrl,
  DateTime,
  Flag,
  filledText,
  Id,
  IdText,
  ignored,
  lazyInput,
  PageQuery,
  pageOf,
  undocumented,
  undocumentedObject,
  undocumentedValue,
} from '../common.ts';
import { del, endpoints, get, patch, post } from '../endpoint.ts';
import { ENTITIES } from '../entities.ts';
import { AI_LIMITS, OUTPUT_TYPES } from './enums.ts';

const values = z.array(filledText(AI_LIMITS.valueMax)).min(1).max(AI_LIMITS.valuesMax);

/** What the value of a variable is. `values` is required when `type` is `oneOf`: a rule. */
export const OutputSchema = lazyInput(() => ({
  type: z.enum(OUTPUT_TYPES),
  values: values.optional(),
  provideExplanation: z.boolean().optional(),
  /** Advanced override. */
  jsonSchema: z.unknown().optional(),
}));
export type OutputSchema = z.output<typeof OutputSchema>;

/** What can be written, in the order people write it; then what only reading shows. */
const input = {
  name: filledText(AI_LIMITS.nameMax),
  entity: z.enum(ENTITIES),
  description: undocumented(z.string().max(AI_LIMITS.descriptionMax).nullish(), 'not shown: what it is for'),
  folderId: Id.nullish(),
  model: filledText(AI_LIMITS.modelMax).nullish(),
  search: z.boolean().optional(),
  isPublic: undocumented(z.boolean().optional(), 'not shown: whether everybody in the workspace sees it'),
  customWebsiteField: filledText(AI_LIMITS.nameMax).nullish(),
  outputSchema: OutputSchema.optional(),
  prompt: filledText(AI_LIMITS.promptMax),
  id: ignored,
  appUrl: ignored,
  archivedAt: undocumented(ignored, 'not shown: what a read adds'),
  createdAt: ignored,
  updatedAt: ignored,
};

export const AiVariableInput = z.lazy(() => z.strictObject(input));
export type AiVariableInput = z.output<typeof AiVariableInput>;

export const AiVariablePatch = z.lazy(() =>
  z
    .strictObject(input)
    .partial()
    .extend({
      entity: undocumentedValue(z.enum(ENTITIES).optional(), 'accepted when it is what the variable has'),
    }),
);
export type AiVariablePatch = z.output<typeof AiVariablePatch>;

export const AiVariable = undocumentedObject(
  'the interface shows the fields that are written; description, isPublic, archivedAt and the dates are undocumented',
  () => ({
    id: AnyId,
    appUrl: AppUrl,
    name: z.string(),
    entity: z.enum(ENTITIES),
    description: z.string().nullable(),
    prompt: z.string(),
    model: z.string().nullable(),
    outputSchema: z.object({
      type: z.enum(OUTPUT_TYPES),
      values: z.array(z.string()).optional(),
      provideExplanation: z.boolean(),
      jsonSchema: z.unknown().optional(),
    }),
    search: z.boolean(),
    isPublic: z.boolean(),
    folderId: Id.nullable(),
    customWebsiteField: z.string().nullable(),
    archivedAt: DateTime.nullable(),
    createdAt: DateTime,
    updatedAt: DateTime,
  }),
);
export type AiVariable = z.output<typeof AiVariable>;

export const Deleted = undocumentedObject('the answer of a deletion is not shown', () => ({
  id: AnyId,
  deleted: z.literal(true),
}));

const params = z.object({ aiVariableId: IdText });

export const aiVariables = endpoints({
  list: get('/v1/ai-variables', 'AI_VARIABLES_READ', {
    summary: 'AI variables, oldest first; archived ones only when asked for',
    query: PageQuery.extend({
      includeArchived: Flag.default(false),
      entity: undocumentedValue(z.enum(ENTITIES).optional(), 'list queries are not shown beside includeArchived'),
      name: undocumented(z.string().optional(), 'exactly this name'),
      folderId: undocumented(IdText.optional(), 'directly in this folder'),
    }),
    data: z.lazy(() => pageOf('aiVariables', AiVariable)),
    command: 'ai variable list',
  }),
  create: post('/v1/ai-variables', 'AI_VARIABLES_WRITE', {
    refuses: ['conflict'],
    summary: 'Create an AI variable',
    body: AiVariableInput,
    checkedBy: 'rules',
    data: AiVariable,
    command: 'ai variable create',
  }),
  get: get('/v1/ai-variables/{aiVariableId}', 'AI_VARIABLES_READ', {
    summary: 'One AI variable',
    params,
    data: AiVariable,
    command: 'ai variable show',
  }),
  update: patch('/v1/ai-variables/{aiVariableId}', 'AI_VARIABLES_WRITE', {
    refuses: ['conflict'],
    summary: 'Change an AI variable',
    params,
    body: AiVariablePatch,
    checkedBy: 'rules',
    data: AiVariable,
    command: 'ai variable update',
  }),
  archive: post('/v1/ai-variables/{aiVariableId}/archive', 'AI_VARIABLES_WRITE', {
    summary: 'Archive an AI variable: lists leave it out, its values stay',
    params,
    data: AiVariable,
    undocumented: 'the interface shows the transition and no endpoint for it',
    command: 'ai variable archive',
  }),
  unarchive: post('/v1/ai-variables/{aiVariableId}/unarchive', 'AI_VARIABLES_WRITE', {
    summary: 'Take an AI variable out of the archive',
    params,
    data: AiVariable,
    undocumented: 'the way back from archive',
    command: 'ai variable unarchive',
  }),
  delete: del('/v1/ai-variables/{aiVariableId}', 'AI_VARIABLES_WRITE', {
    refuses: ['conflict'],
    summary: 'Delete an AI variable and its values on every record',
    params,
    data: Deleted,
    command: 'ai variable delete',
  }),
});
