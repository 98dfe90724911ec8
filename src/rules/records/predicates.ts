// What a filter means, as data: SQL is made of it in the store, and a test evaluates it record by record.

import type { RecordField } from './fields.ts';

/** Whose ids: records of the search itself, members of lists, or of campaigns. */
export type IdKind = 'record' | 'contactList' | 'companyList' | 'campaign';

export type RecordPredicate =
  | { readonly is: 'all'; readonly of: readonly RecordPredicate[] }
  | { readonly is: 'any'; readonly of: readonly RecordPredicate[] }
  | { readonly is: 'not'; readonly of: RecordPredicate }
  /** Exactly one of these texts. */
  | { readonly is: 'oneOf'; readonly field: RecordField; readonly values: readonly string[] }
  /** No value, or empty text. */
  | { readonly is: 'empty'; readonly field: RecordField }
  /** Both ends inclusive; null = open. */
  | { readonly is: 'between'; readonly field: RecordField; readonly min: number | null; readonly max: number | null }
  | { readonly is: 'flag'; readonly field: RecordField; readonly value: boolean }
  /** Epoch ms: `from` inclusive, `until` exclusive; null = open. */
  | { readonly is: 'during'; readonly field: RecordField; readonly from: number | null; readonly until: number | null }
  /** A record that has one of these keys of matching.ts. */
  | { readonly is: 'keys'; readonly keys: readonly string[] }
  | { readonly is: 'ids'; readonly kind: IdKind; readonly ids: readonly number[] };
