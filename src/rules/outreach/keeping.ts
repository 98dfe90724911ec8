// What a file of a folder says of its own record, beside what the record says: fields left to the app, and whether it is protected.

import { getOwn, isObject, valueIn } from '../../contract/json.ts';
import type { At } from '../problem.ts';
import type { Document, ResourceKind } from './kinds.ts';

export interface Keeping {
  /** Places that others change: neither compared nor written. */
  readonly ignore: readonly At[];
  /** Never deleted or stopped by apply. */
  readonly protect: boolean;
}

export const KEEPS_NOTHING: Keeping = { ignore: [], protect: false };

const placeOf = (text: string): At =>
  [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key = '']) => (index === undefined ? key : Number(index)));

/** Some kinds of files are read as text alone. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** What is wrong with it is in `keepingProblems`. */
export function keepingOf(file: unknown): Keeping {
  if (!isObject(file)) return KEEPS_NOTHING;
  const places = getOwn(file, 'ignore');
  const texts = Array.isArray(places) ? places.filter((one): one is string => typeof one === 'string') : [];
  return { ignore: texts.map(placeOf), protect: isTrue(getOwn(file, 'protect')) };
}

export function keepingProblems(file: unknown): readonly { readonly at: At; readonly message: string }[] {
  if (!isObject(file)) return [];
  const [ignore, protect] = [getOwn(file, 'ignore'), getOwn(file, 'protect')];
  const isPlaces = Array.isArray(ignore) && ignore.every((one) => typeof one === 'string' && placeOf(one).length > 0);
  const isSwitch = isTrue(protect) || protect === false || protect === 'false';
  return [
    ...(ignore === undefined || isPlaces
      ? []
      : [{ at: ['ignore'], message: 'ignore must be a list of fields, such as [description, "steps[0].content"]' }]),
    ...(protect === undefined || isSwitch ? [] : [{ at: ['protect'], message: 'protect must be true or false' }]),
  ];
}

/** The document with what another one has at these places; a place whose parent only one of them has stays as it is. */
export function withPlaces(document: Document, other: Document, places: readonly At[]): Document {
  return places.reduce<Document>((made, at) => {
    const placed = withPlace(made, other, at);
    return isObject(placed) ? placed : made;
  }, document);
}

function withPlace(value: unknown, other: unknown, [key, ...rest]: At): unknown {
  if (key === undefined) return other;
  if (typeof key === 'number') {
    if (!Array.isArray(value) || !Array.isArray(other) || !(key in value && key in other)) return value;
    return value.with(key, withPlace(value[key], other[key], rest));
  }
  if (!isObject(value) || !isObject(other)) return value;
  if (rest.length > 0)
    return Object.hasOwn(value, key)
      ? { ...value, [key]: withPlace(getOwn(value, key), getOwn(other, key), rest) }
      : value;
  const { [key]: _, ...left } = value;
  return Object.hasOwn(other, key) ? { ...value, [key]: getOwn(other, key) } : left;
}

/** Applying it would publish a version that no longer starts by itself. */
export function stopsItself(kind: ResourceKind, now: Document, wanted: Document): boolean {
  if (kind !== 'workflow' || getOwn(now, 'publish') !== true || getOwn(wanted, 'publish') !== true) return false;
  const typeOf = (document: Document) => valueIn(document, 'trigger', 'type') ?? 'MANUAL';
  return typeOf(now) !== 'MANUAL' && typeOf(now) !== typeOf(wanted);
}
