// What a filter means, as data: SQL is made of it in the store, and a test evaluates it record by record.

import type { Field } from './fields.ts';

/** Whose ids: records of the search itself, members of lists, or of campaigns. */
export type IdKind = 'record' | 'contactList' | 'companyList' | 'campaign';

export type Predicate =
  | { readonly is: 'all'; readonly of: readonly Predicate[] }
  | { readonly is: 'any'; readonly of: readonly Predicate[] }
  | { readonly is: 'not'; readonly of: Predicate }
  /** Exactly one of these texts. */
  | { readonly is: 'oneOf'; readonly field: Field; readonly values: readonly string[] }
  /** No value, or empty text. */
  | { readonly is: 'empty'; readonly field: Field }
  /** Both ends inclusive; null = open. */
  | { readonly is: 'between'; readonly field: Field; readonly min: number | null; readonly max: number | null }
  | { readonly is: 'flag'; readonly field: Field; readonly value: boolean }
  /** Epoch ms: `from` inclusive, `until` exclusive; null = open. */
  | { readonly is: 'during'; readonly field: Field; readonly from: number | null; readonly until: number | null }
  | { readonly is: 'ids'; readonly kind: IdKind; readonly ids: readonly number[] };
