import * as z from 'zod';
import type { Undocumented } from './answer.ts';
import { ID_PATTERN, isIdText, parseId } from './ids.ts';
import { EMPTY } from './issues.ts';
import { LIMITS } from './limits.ts';
import { schemaNotes } from './schema-parts.ts';

/** Marks a part of the contract that the interface does not show; OpenAPI carries the reason as `x-undocumented`. */
export function undocumented<S extends z.ZodType>(schema: S, why: string): S & Undocumented {
  return schema.meta({ 'x-undocumented': why }) as S & Undocumented;
}

/** The same where the interface shows the name, and leaves to us what it may hold, or what its absence means. */
export function undocumentedValue<S extends z.ZodType>(schema: S, why: string): S & Undocumented {
  return schema.meta({ 'x-undocumented': why, 'x-named': true }) as S & Undocumented;
}

/** The schema of an object, made when it is first used. */
export const lazyObject = <T extends z.ZodRawShape>(fields: () => T) => z.lazy(() => z.object(fields()));

/** The same for what is sent: fields that it does not have are refused. */
export const lazyInput = <T extends z.ZodRawShape>(fields: () => T) => z.lazy(() => z.strictObject(fields()));

export const undocumentedObject = <T extends z.ZodRawShape>(why: string, fields: () => T) =>
  z.lazy(() => undocumented(z.object(fields()), why));

export const undocumentedInput = <T extends z.ZodRawShape>(why: string, fields: () => T) =>
  z.lazy(() => undocumented(z.strictObject(fields()), why));

/** The same fields, each marked. */
export function undocumentedFields<T extends Record<string, z.ZodType>>(fields: T, why: string) {
  const marked = Object.entries(fields).map(([name, field]) => [name, undocumented(field, why)] as const);
  return Object.fromEntries(marked) as unknown as { [K in keyof T]: T[K] & Undocumented };
}

export const Id = z.int().positive().register(schemaNotes, { kind: 'id' });

/** The id of a record that the interface gives no type: the local service numbers it, another may use text. */
export const AnyId: z.ZodType<number, number | string> = z
  .int()
  .positive()
  .register(schemaNotes, { kind: 'reference' });

/** The same where the local service uses text. */
export const AnyTextId: z.ZodType<string, number | string> = z.string().register(schemaNotes, { kind: 'reference' });

/** What only reading shows: accepted and ignored, so that what was read can be sent back. */
export const ignored = z.unknown().optional().register(schemaNotes, { kind: 'ignored' });

/** Text with at least one character that is not white space. */
export const filledText = (most: number) => z.string().max(most).regex(/\S/, EMPTY);

/** Ids in a path or query arrive as text. */
export const IdText = z.union([
  z.int().positive(),
  z
    .string()
    .regex(ID_PATTERN, 'must be a positive integer')
    .refine(isIdText, 'must be a positive integer up to 2^53-1')
    .transform(Number),
]);

/** A yes or no in a query. */
export const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** An id in a body that may be a number or text. */
export const Reference = z
  .union([z.int().positive(), filledText(LIMITS.referenceMax)])
  .register(schemaNotes, { kind: 'reference' });

/** The same of a record that the local service numbers: text that is not a number is the id of nothing there. */
export const AnyIdInput = Reference.transform((id) => (typeof id === 'number' ? id : (parseId(id) ?? 0))).register(
  schemaNotes,
  { kind: 'reference' },
);

export const AppUrl = z.url();
export const DateTime = z.iso.datetime();

const WHOLE_PATTERN = /^-?[0-9]{1,15}$/;

const WholeText = z.union([z.int(), z.string().regex(WHOLE_PATTERN, 'must be an integer').transform(Number)]);

/** An integer in a query, within bounds. */
export function wholeNumber(least: number, most: number) {
  return WholeText.refine((n) => n >= least && n <= most, `must be from ${least} to ${most}`).meta({
    minimum: least,
    maximum: most,
  });
}

/** The parts of a list in a query. */
function textsOf(input: string | readonly string[]): string[] {
  return (typeof input === 'string' ? [input] : input)
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A list in a query: comma-separated, repeated, or both. */
export const TextList = z.union([z.string(), z.array(z.string())]).transform(textsOf);

/** Ids in a query: comma-separated, repeated, or both. */
export const IdList = TextList.refine((input) => input.every(isIdText), 'must be ids').transform((input) =>
  input.map(Number),
);

/** Paging of a list (undocumented: default 25, at most 100). */
export const PageQuery = z.object({
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, LIMITS.pageSizeMax)
    .default(LIMITS.pageSizeDefault)
    .meta({ 'x-undocumented-limits': 'default and largest page size are not shown' }),
});

/** Paging of a list that may be long, from where the page before it ended (undocumented). */
export const CursorQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9]{1,15}(-[0-9]{1,3})?$/, 'must be the previous nextCursor')
    .optional(),
  limit: wholeNumber(1, LIMITS.pageSizeMax).default(LIMITS.pageSizeMax),
});

/** A page as the service answers it (undocumented). */
export function pageOf<K extends string, S extends z.ZodType>(key: K, item: S) {
  return undocumented(
    z.object({
      [key]: z.array(item),
      page: z.int(),
      pageSize: z.int(),
      total: z.int(),
      hasNextPage: z.boolean(),
    } as { [P in K]: z.ZodArray<S> } & {
      page: z.ZodInt;
      pageSize: z.ZodInt;
      total: z.ZodInt;
      hasNextPage: z.ZodBoolean;
    }),
    'the interface names page and pageSize, not the shape of a page',
  );
}

// Plain values that inputs share. Regular expressions instead of URL parsing: these run once per imported row.

/** Text is kept as sent; lengths are bounded so that one cell cannot fill a store (undocumented). */
export const Text = z.string().max(10_000);

/** A URI (any scheme), or an empty string, which stands for "no value". International characters are accepted as they are. */
export const Uri = z
  .string()
  .max(2_000)
  .regex(/^$|^\s*[a-z][a-z0-9+.-]*:\S+\s*$/i, 'must be a URI such as https://example.com/in/ada');

/** An email address, or an empty string, which stands for "no value". */
export const Email = z
  .string()
  .max(320)
  .regex(/^$|^\s*[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}\s*$/, 'must be an email address');
