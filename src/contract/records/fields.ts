import * as z from 'zod';
import { lazyObject } from '../common.ts';

const FIELD_TYPES = ['STANDARD', 'AI_VARIABLE', 'CRM_FIELD', 'FORMULA_FIELD', 'EMPTY_FIELD'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Underlying data types; the interface names the notion, not the values (undocumented). */
const DATA_TYPES = ['text', 'number', 'boolean', 'date', 'select', 'url', 'email'] as const;
export type DataType = (typeof DATA_TYPES)[number];

export const FieldDescriptor = lazyObject(() => ({
  id: z.string(),
  label: z.string(),
  fieldType: z.enum(FIELD_TYPES),
  dataType: z.enum(DATA_TYPES),
  editable: z.boolean(),
  promptReference: z.string(),
}));
export type FieldDescriptor = z.output<typeof FieldDescriptor>;

/** A moment or a UTC day. */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/**
 * One filter's value. Exact values are strings, or numbers for ids; a numeric range is two strings; an empty string in
 * an array matches empty values. Which shape a key takes depends on its field and is a rule (`rules/filters.ts`).
 */
export const FilterValue = z.lazy(() =>
  z.union([
    z
      .array(z.union([z.string(), z.number(), z.boolean()]))
      .min(1)
      .max(1000),
    z.strictObject({ startDate: Moment.optional(), endDate: Moment.optional() }),
  ]),
);
export type FilterValue = z.output<typeof FilterValue>;

export const Filters = z.lazy(() => z.record(z.string().min(1), FilterValue));
export type Filters = z.output<typeof Filters>;
