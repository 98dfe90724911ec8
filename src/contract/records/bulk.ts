// What a bulk request answers: one result per item, in its place, and the sums.

import * as z from 'zod';

const summary = z.object({ total: z.int(), created: z.int(), merged: z.int(), failed: z.int() });

/** Of one item: where it stood, and why it failed. The created record stands beside these, under the name of its kind. */
const ItemResult = z.object({
  index: z.int(),
  success: z.boolean(),
  error: z.object({ message: z.string(), details: z.looseObject({}) }).optional(),
});

export const bulkDataOf = <const R extends z.ZodRawShape>(record: R) =>
  z.object({ results: z.array(ItemResult.extend(record)), summary });
