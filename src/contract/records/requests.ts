// What a bulk request answers: one result per item, in its place, and the sums.

import * as z from 'zod';
import { IdText, PageQuery, TextList, undocumented, undocumentedObject } from '../common.ts';
import { FieldDescriptor, Filters } from './fields.ts';

const summary = z.object({ total: z.int(), created: z.int(), merged: z.int(), failed: z.int() });

/** Of one item: where it stood, and why it failed. The created record stands beside these, under the name of its kind. */
const ItemResult = z.object({
  index: z.int(),
  success: z.boolean(),
  error: z.object({ message: z.string(), details: z.looseObject({}) }).optional(),
});

export const bulkDataOf = <const R extends z.ZodRawShape>(record: R) =>
  z.object({ results: z.array(ItemResult.extend(record)), summary });

/** What PATCH takes: editable fields by id. Null clears (undocumented). */
export const patchOf = <const T extends z.ZodRawShape>(fields: () => T) =>
  z.lazy(() =>
    undocumented(
      z.looseObject(fields()).refine((body) => Object.keys(body).length > 0, 'give at least one field'),
      'the interface names "the entity update endpoint" and does not show it',
    ),
  );

/** Body of both searches; the contact search adds `fields`. Records match `search`, every `include` and no `exclude`. */
export const SearchBody = PageQuery.extend({
  search: z.string().max(500).optional(),
  include: Filters.optional(),
  exclude: Filters.optional(),
}).strict();

export const ListQuery = PageQuery.extend({
  fields: TextList.optional(),
  listId: undocumented(IdText.optional(), 'list queries are not shown beside fields'),
  actionsId: undocumented(IdText.optional(), 'what an enrichment run or an import worked on or brought in'),
});

export const FieldsData = undocumentedObject('the interface shows the descriptor, not its wrapper', () => ({
  fields: z.array(FieldDescriptor),
}));
