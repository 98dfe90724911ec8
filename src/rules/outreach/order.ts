// In which order resources are applied: what a file names comes before it. Cycles are found and reported.

import { KIND_OF_REFERENCE } from '../../contract/ai/enums.ts';
import { isObject } from '../../contract/json.ts';
import { isToken, type PromptToken, partsOf } from '../ai/tokens.ts';
import { keyOf, RESOURCE_KINDS, type ResourceKind } from './kinds.ts';
import type { WantedResource } from './lock.ts';
import { type Reference, referencesIn } from './references.ts';

/** The keys a reference may mean, the likeliest first. */
export function keysOf({ referent, name, hint, isSure }: Reference): string[] {
  if (referent === 'campaign' || referent === 'ai-message') return [keyOf(referent, name)];
  if (referent !== 'list') return [];
  const own = [keyOf('list', name), keyOf('list', `${name} (companies)`)];
  const likeliest = hint === 'COMPANY' ? own.toReversed() : own;
  return hint !== null && isSure ? likeliest.slice(0, 1) : likeliest;
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (isObject(value)) for (const inner of Object.values(value)) yield* textsIn(inner);
}

/** Variables are fields, too: `{Market}` names the variable as `{aiResearch:Market}` does. */
function keysOfToken({ kind, name }: PromptToken): string[] {
  const variable = [keyOf('ai-variable', name), keyOf('ai-variable', `${name} (companies)`)];
  if (kind === 'field' || kind === 'aiResearch') return variable;
  return [keyOf(KIND_OF_REFERENCE[kind], name)];
}

/** The other resources of the folder that one needs. */
function needsOf({ kind, name, document }: WantedResource, keys: ReadonlySet<string>): Set<string> {
  const named = referencesIn(kind, document).flatMap(
    (reference) => keysOf(reference).find((key) => keys.has(key)) ?? [],
  );
  const hasTokens = kind !== 'list' && kind !== 'playbook' && kind !== 'workflow';
  const tokens = hasTokens ? [...textsIn(document)].flatMap((text) => partsOf(text).filter(isToken)) : [];
  const own = keyOf(kind, name);
  const tokenKeys = tokens.flatMap((token) => {
    const found = keysOfToken(token).filter((key) => keys.has(key));
    // Of contacts and companies each may have a variable of its name, and one may hold the other.
    const others = found.filter((key) => key !== own);
    return others.length > 0 ? others : found;
  });
  return new Set([...named, ...tokenKeys]);
}

/** The resource that would be left without one of this key: it names it in its texts, steps or conditions. */
export function userOf(key: string, wanted: readonly WantedResource[]): WantedResource | undefined {
  const variable = /^ai-variable\/(.*?)(?: \(companies\))?$/.exec(key)?.[1];
  return wanted.find(
    (one) => needsOf(one, new Set([key])).has(key) || (variable !== undefined && hasField(one.document, variable)),
  );
}

function hasField(value: unknown, field: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasField(item, field));
  if (!isObject(value)) return false;
  return value['field'] === field || Object.values(value).some((inner) => hasField(inner, field));
}

export interface Ordered {
  /** Every resource, what it needs before it. Those of a circle come last. */
  readonly keys: readonly string[];
  /** The ways round, each beginning and ending with the same key. */
  readonly circles: readonly (readonly string[])[];
}

const rankOf = (kind: ResourceKind) => RESOURCE_KINDS.indexOf(kind);

/** Kinds in their order, names in the order of letters, as far as what they need allows. */
export function orderOf(wanted: readonly WantedResource[]): Ordered {
  const sorted = wanted.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind) || (a.name < b.name ? -1 : 1));
  const keys = new Set(sorted.map(({ kind, name }) => keyOf(kind, name)));
  const needs = new Map(sorted.map((one) => [keyOf(one.kind, one.name), needsOf(one, keys)] as const));
  const placed: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[][] = [];
  const place = (key: string, way: readonly string[]): void => {
    if (state.get(key) === 'done') return;
    if (state.get(key) === 'open') {
      circles.push([...way.slice(way.indexOf(key)), key]);
      return;
    }
    state.set(key, 'open');
    for (const need of needs.get(key) ?? []) place(need, [...way, key]);
    state.set(key, 'done');
    placed.push(key);
  };
  for (const key of keys) place(key, []);
  return { keys: placed, circles };
}
