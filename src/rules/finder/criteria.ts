// What a search asks for, as it was understood: plain data, kept with a preview and in the inputs of an import block.

import type { EntityName } from '../../contract/entities.ts';
import { getOwn, isObject } from '../../contract/json.ts';

/** Filters that hold one of several values. */
export const FACETS = [
  'titles',
  'functions',
  'seniorities',
  'industries',
  'countries',
  'cities',
  'technologies',
  'fundingStages',
  'storePlatforms',
  'businesses',
  'openings',
  'keywords',
] as const;
export type Facet = (typeof FACETS)[number];

/** Filters that hold a span; either side may be open. */
const SPANS = ['employees'] as const;
type SpanName = (typeof SPANS)[number];

/** Filters that are there or not. */
export const FLAGS = ['isStore', 'isFunded', 'isInCrm', 'isInvestor', 'isHiring'] as const;
export type Flag = (typeof FLAGS)[number];

export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

export type Facets = { readonly [F in Facet]?: readonly string[] };

export interface Criteria {
  readonly include: Facets;
  readonly exclude: Facets;
  readonly spans: { readonly [S in SpanName]?: NumberRange };
  readonly flags: { readonly [F in Flag]?: true };
  /** Whether people or companies were asked for, where that was said. */
  readonly entity: EntityName | null;
}

export const NO_CRITERIA: Criteria = { include: {}, exclude: {}, spans: {}, flags: {}, entity: null };

export type FilterName = Facet | SpanName | Flag;

export function filtersOf({ include, exclude, spans, flags }: Criteria): FilterName[] {
  return [
    ...FACETS.filter((facet) => (include[facet]?.length ?? 0) + (exclude[facet]?.length ?? 0) > 0),
    ...SPANS.filter((name) => spans[name] !== undefined),
    ...FLAGS.filter((name) => flags[name] === true),
  ];
}

export function keptCriteria(criteria: Criteria, known: readonly FilterName[]): Criteria {
  const facets = (from: Facets): Facets =>
    Object.fromEntries(
      FACETS.filter((facet) => known.includes(facet) && from[facet] !== undefined).map((facet) => [facet, from[facet]]),
    );
  return {
    include: facets(criteria.include),
    exclude: facets(criteria.exclude),
    spans: Object.fromEntries(
      SPANS.filter((name) => known.includes(name) && criteria.spans[name] !== undefined).map((name) => [
        name,
        criteria.spans[name],
      ]),
    ),
    flags: Object.fromEntries(
      FLAGS.filter((name) => known.includes(name) && criteria.flags[name]).map((name) => [name, true]),
    ),
    entity: criteria.entity,
  };
}

function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.filter((one): one is string => typeof one === 'string' && one.trim() !== '').map((one) => one.trim());
}

function facetsOf(value: unknown): Facets {
  if (!isObject(value)) return {};
  const found = FACETS.map((facet) => [facet, textsOf(value[facet])] as const);
  return Object.fromEntries(found.filter(([, texts]) => texts.length > 0));
}

function spanOf(value: unknown): NumberRange | null {
  if (!isObject(value)) return null;
  const side = (name: string): number | null => {
    const bound = getOwn(value, name);
    return typeof bound === 'number' && Number.isFinite(bound) ? bound : null;
  };
  const span = { min: side('min'), max: side('max') };
  return span.min === null && span.max === null ? null : span;
}

/** Criteria from plain data; what is none of them is passed over. */
export function criteriaOf(value: unknown): Criteria {
  if (!isObject(value)) return NO_CRITERIA;
  const { entity, spans, flags } = value;
  const found = SPANS.map((name) => [name, spanOf(isObject(spans) ? spans[name] : undefined)] as const);
  return {
    include: facetsOf(value['include']),
    exclude: facetsOf(value['exclude']),
    spans: Object.fromEntries(found.filter(([, span]) => span !== null)),
    flags: Object.fromEntries(
      FLAGS.filter((name) => isObject(flags) && flags[name] === true).map((name) => [name, true]),
    ),
    entity: entity === 'CONTACT' || entity === 'COMPANY' ? entity : null,
  };
}

/** The names that filters of an action may have here (the interface shows `filters` as an object, not what is in it). */
export const FILTER_NAMES: readonly string[] = [...FACETS, ...SPANS, ...FLAGS, 'exclude'];

/** Filters as an action gives them: facets and spans at the top, what is not wanted in `exclude`. */
export function criteriaOfFilters(filters: Readonly<Record<string, unknown>>): Criteria {
  return criteriaOf({ include: filters, exclude: filters['exclude'], spans: filters, flags: filters });
}
