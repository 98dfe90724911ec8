// What a client may presume of an answer, for the compiler alone: `npm run types` refuses this file where a field that the
// interface does not show has become one that every answer has, or the other way about.

import type { ZodArray, ZodDefault, ZodLazy, ZodNullable, ZodObject, ZodOptional, ZodType } from 'zod';
import type { Answer, AnswerOf, Undocumented } from '../../src/contract/answer.ts';
import type { Api, Table } from '../../src/contract/table.ts';

/** Rows of the service's own control are ours on both sides. */
type Row<G extends keyof Table> = {
  [K in keyof Table[G]]: Table[G][K] extends { readonly access: 'ADMIN' } ? never : Table[G][K];
}[keyof Table[G]];
type Rows = { [G in keyof Table]: Row<G> }[keyof Table];

type IsMarked<S> = S extends Undocumented
  ? true
  : S extends ZodOptional<infer T> | ZodNullable<infer T> | ZodDefault<infer T> | ZodLazy<infer T>
    ? IsMarked<T>
    : false;

/** The fields that are marked as undocumented, and that the answer has all the same. */
type Presumed<S, A> = S extends ZodOptional<infer T> | ZodNullable<infer T> | ZodDefault<infer T> | ZodLazy<infer T>
  ? Presumed<T, A>
  : S extends ZodArray<infer T>
    ? NonNullable<A> extends readonly (infer E)[]
      ? Presumed<T, E>
      : never
    : S extends ZodObject<infer Shape>
      ? { [K in keyof Shape & string]: PresumedField<Shape[K], NonNullable<A>, K> }[keyof Shape & string]
      : never;

type PresumedField<S, A, K extends string> =
  A extends Readonly<Partial<Record<K, infer V>>>
    ? IsMarked<S> extends true
      ? Record<never, never> extends Pick<A, K & keyof A>
        ? never
        : K
      : Presumed<S, V>
    : never;

type OfRow<R> = R extends { readonly data: infer S extends ZodType } ? Presumed<S, AnswerOf<R>> : never;

type None<T extends never> = T;

/** No row of the table. Fails with the names of the fields. */
export type PresumedOfAllRows = None<OfRow<Rows>>;

/** The check itself finds one where there is one. */
type Marked = ZodObject<{ id: ZodType<number>; status: ZodType<string> & Undocumented }>;
// @ts-expect-error status is marked, and this answer always has it
export type Found = None<Presumed<Marked, { readonly id: number; readonly status: string }>>;
export type NotFound = None<Presumed<Marked, Answer<Marked>>>;

type Of<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;

/** What commands once presumed: using it as if it were there does not compile. */
export function presuming(
  campaign: Of<Api['campaigns']['get']>,
  created: Of<Api['workflows']['create']>,
  workflow: Of<Api['workflows']['get']>,
  started: Of<Api['workflows']['run']>,
  validated: Of<Api['account']['validate']>,
  { identities = [] }: Of<Api['identities']['list']>,
): readonly unknown[] {
  return [
    // @ts-expect-error the fields of a campaign are not shown
    campaign.status.length,
    // @ts-expect-error a write was done, whatever its answer says
    created.warnings.length,
    // @ts-expect-error of a workflow only contract, revision, trigger and plan are shown
    workflow.name.length,
    // Shown, so that it may be used.
    workflow.revision.length,
    // @ts-expect-error a run was started, whatever the answer says
    started.status.length,
    // @ts-expect-error the body is not shown
    validated.workspace.id,
    // @ts-expect-error an identity without mailboxes
    identities[0]?.emails.length,
  ];
}
