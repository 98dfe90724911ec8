// What a client may rely on in an answer: a field that the interface shows is there; one that we chose may be missing.

import type * as z from 'zod';

declare const UNDOCUMENTED: unique symbol;

/** The type of a schema that the interface does not show. */
export interface Undocumented {
  readonly [UNDOCUMENTED]: true;
}

type IsUndocumented<S> = S extends Undocumented
  ? true
  : S extends z.ZodOptional<infer T> | z.ZodNullable<infer T> | z.ZodDefault<infer T> | z.ZodLazy<infer T>
    ? IsUndocumented<T>
    : false;

type IsOptional<S> = S extends z.ZodOptional
  ? true
  : S extends z.ZodNullable<infer T> | z.ZodLazy<infer T>
    ? IsOptional<T>
    : false;

/** `All`: whatever is inside is undocumented, together with what contains it. */
type AnswerValue<S, All extends boolean> =
  S extends z.ZodLazy<infer T>
    ? AnswerValue<T, All>
    : S extends z.ZodOptional<infer T>
      ? AnswerValue<T, All> | undefined
      : S extends z.ZodNullable<infer T>
        ? AnswerValue<T, All> | null
        : S extends z.ZodDefault<infer T>
          ? AnswerValue<T, All>
          : S extends z.ZodArray<infer T>
            ? readonly AnswerValue<T, IsUndocumented<T> extends true ? true : All>[]
            : S extends z.ZodObject<infer Shape, infer Config>
              ? AnswerFields<Shape, All> & Rest<Config>
              : z.input<S>;

type Rest<Config> = Config extends { out: infer Out } ? (string extends keyof Out ? Out : unknown) : unknown;

type InputFields<Shape, All extends boolean> = {
  [K in keyof Shape]: All extends true
    ? never
    : IsUndocumented<Shape[K]> extends true
      ? never
      : IsOptional<Shape[K]> extends true
        ? never
        : K;
}[keyof Shape];

type AnswerFields<Shape, All extends boolean> = {
  readonly [K in InputFields<Shape, All>]: AnswerValue<Shape[K], false>;
} & {
  readonly [K in Exclude<keyof Shape, InputFields<Shape, All>>]?:
    | AnswerValue<Shape[K], All extends true ? true : IsUndocumented<Shape[K]>>
    | undefined;
};

/** What a client may rely on in a record that an answer holds. */
export type Answer<S> = AnswerValue<S, IsUndocumented<S>>;

/** The same where nothing may be relied on: the answer of a write, or of a row that is undocumented as a whole. */
export type PartialAnswer<S> = AnswerValue<S, true>;

/** Whether a client may rely on nothing in the answer: the row was undocumented, or a write was done whatever the answer says. */
type NothingInput<R> = R extends { readonly undocumented: string } | { readonly effect: 'write' } ? true : false;

/**
 * The `data` of a row's answer, as far as a client may rely on it. The control of the local service is our own on both
 * sides.
 */
export type AnswerOf<R> = R extends { readonly data: infer S extends z.ZodType }
  ? R extends { readonly access: 'ADMIN' }
    ? z.output<S>
    : AnswerValue<S, NothingInput<R> extends true ? true : IsUndocumented<S>>
  : never;
