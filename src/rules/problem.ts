// What rules find: every problem of a body at once, each with its place.

import { type Issue, pathText } from '../contract/envelope.ts';
import type { AnyId } from '../contract/ids.ts';
import { getOwn, type JsonObject } from '../contract/json.ts';
import type { Bodies, BodyPlace } from '../contract/learned.ts';

export type At = readonly (string | number)[];

export type Basis = 'given' | 'undocumented';

export interface Problem {
  /** The interface's way: `steps[0].onTrue[1].subject`. */
  readonly path: string;
  /** The same, part by part. */
  readonly at: At;
  readonly code: string;
  /** A sentence that can stand alone. */
  readonly message: string;
  /** A warning is accepted by the service, and surely not what was meant. */
  readonly severity: 'error' | 'warning';
  /** Whether the documented interface says so, or this build chose it: then another service may decide otherwise. */
  readonly basis: Basis;
  /** What the service answers to an error: 400, or 422. */
  readonly kind: 'invalid' | 'unprocessable';
  /** Which part of a text is meant: its `nth` occurrence there, from 0. */
  readonly token?: { readonly text: string; readonly nth: number };
  /** Ids of the records that a name could mean. */
  readonly candidates?: readonly AnyId[];
  /** Whether it is an unknown word that resembles a known one: a typing mistake, wherever it is sent. */
  readonly resembles?: boolean;
}

export type ProblemDetails = Partial<Pick<Problem, 'kind' | 'token' | 'candidates' | 'resembles'>>;

/** So that a body made of mistakes is not answered with fifty times its size. */
const PROBLEMS_MAX = 5000;

/** Gathers problems; nothing stops at the first. */
export class Problems {
  readonly found: Problem[];
  readonly #isAllUndocumented: boolean;

  protected constructor(found: Problem[], isAllUndocumented: boolean) {
    this.found = found;
    this.#isAllUndocumented = isAllUndocumented;
  }

  static none(): Problems {
    return new Problems([], false);
  }

  /** For a part that the interface does not show: whatever is added through it is undocumented. */
  get ofUndocumented(): Problems {
    return new Problems(this.found, true);
  }

  /** What the interface says. */
  error(at: At, code: string, message: string, more: ProblemDetails = {}): void {
    this.errorOf('given', at, code, message, more);
  }

  /** What this build chose. */
  undocumented(at: At, code: string, message: string, more: ProblemDetails = {}): void {
    this.errorOf('undocumented', at, code, message, more);
  }

  errorOf(basis: Basis, at: At, code: string, message: string, more: ProblemDetails = {}): void {
    this.#add(basis, { path: pathText(at), at, code, message, severity: 'error', kind: 'invalid', ...more });
  }

  warn(at: At, code: string, message: string, more: ProblemDetails = {}): void {
    this.#add('given', { path: pathText(at), at, code, message, severity: 'warning', kind: 'invalid', ...more });
  }

  #add(basis: Basis, problem: Omit<Problem, 'basis'>): void {
    if (this.found.length >= PROBLEMS_MAX) return;
    this.found.push({ ...problem, basis: this.#isAllUndocumented ? 'undocumented' : basis });
  }
}

/** Lists as well: their indices are keys. */
function hasParts(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Where `at` stands in the body, as positions of keys; a missing key comes before those that are there. */
function rankOf(body: unknown, at: At, orders: Map<object, ReadonlyMap<string, number>>): number[] {
  const rank: number[] = [];
  let here = body;
  for (const part of at) {
    if (!hasParts(here)) break;
    const index = typeof part === 'number' ? part : (orderOf(here, orders).get(part) ?? -1);
    rank.push(index);
    if (index < 0) break;
    here = getOwn(here, String(part));
  }
  return rank;
}

/** Each object is counted once: a body may have thousands of keys, and a problem with each. */
function orderOf(parts: object, orders: Map<object, ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const known = orders.get(parts);
  if (known !== undefined) return known;
  const order = new Map(Object.keys(parts).map((key, index) => [key, index]));
  orders.set(parts, order);
  return order;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.min(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The problems as the body has their places, from its beginning to its end. */
export function inBodyOrder(found: readonly Problem[], body: unknown): Problem[] {
  const orders = new Map<object, ReadonlyMap<string, number>>();
  return found
    .map((problem) => ({ problem, rank: rankOf(body, problem.at, orders) }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank))
    .map(({ problem }) => problem);
}

/** Part of what is known of a workspace. */
export interface ServiceKnowledge {
  /**
   * What rules do that this build chose: `warn` for a service other than the local one, which decides by itself. `strict`:
   * whatever is found refuses. `off`: nothing does, unless the body cannot be read.
   */
  readonly undocumentedRules?: 'refuse' | 'warn' | 'strict' | 'off' | undefined;
  /** Whether the service's catalogue was read for this; false where the command can read it with `--online`. */
  readonly isOnline?: boolean | undefined;
  /** What the definition of the service says of the bodies it takes, in place of what this build chose. */
  readonly bodies?: Bodies | undefined;
  /** Marks of what the service itself gave: what it keeps, it takes. */
  readonly given?: ReadonlySet<string> | undefined;
}

function valueAt(body: unknown, at: At): unknown {
  let value = body;
  for (const part of at) value = hasParts(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value;
}

const MARK_LENGTH = 300;

/** What a problem is about, in any file: an unknown field by its place, anything else by its value as well. */
export function markOf({ code, at, token }: Problem, body: unknown): string {
  const what = code === 'unknown_key' ? '' : (token?.text ?? JSON.stringify(valueAt(body, at)) ?? '');
  return `${code} ${placeOf(at) || placeOf(at.slice(0, -1))} ${what}`.slice(0, MARK_LENGTH);
}

/** Codes of words that a full list of the interface does not have; a service that gives such a word takes it. */
const UNLISTED = new Set([
  'unknown_step_type',
  'unknown_condition_type',
  'unknown_kind',
  'unknown_trigger',
  'invalid_value',
]);

/** Whether the service decides it: what it gives itself is accepted. */
export function isLeftToService({ basis, code }: Problem): boolean {
  return basis === 'undocumented' || UNLISTED.has(code);
}

/** What the definition of the service says of a place of the body. */
function definedPlace(bodies: Bodies, root: BodyPlace | undefined, at: At): BodyPlace | undefined {
  let place = root;
  for (const part of at) place = placeInside(bodies, place, part);
  return place;
}

const placeInside = ({ places }: Bodies, place: BodyPlace | undefined, part: string | number): BodyPlace | undefined =>
  places[(typeof part === 'number' ? place?.items : getOwn(place?.fields ?? {}, part)) ?? -1];

/** Whether the definition of the service says what this build chose: which words there are, or how much may be there. */
function isDefined({ basis, code, at }: Problem, body: unknown, place: BodyPlace | undefined): boolean {
  if (basis !== 'undocumented' || place === undefined) return false;
  if (code === 'too_big' && (place.maxLength ?? place.maxItems) !== undefined) return true;
  const value = valueAt(body, at);
  return typeof value === 'string' && place.words?.includes(value) === true;
}

/** `steps.subject`: a field, and the field that holds it. */
function placeOf(at: At): string {
  if (typeof at.at(-1) !== 'string') return '';
  const [field = '', holder = ''] = at.filter((part) => typeof part === 'string').toReversed();
  return `${holder}.${field}`;
}

const BOUNDED_DEPTH = 100;

/** As JSON Schema counts them: an emoji is one. */
const charactersOf = (text: string): number => [...text].length;

/** Texts and lists that are longer than the definition of the service says. */
function tooBig(body: unknown, bodies: Bodies, root: BodyPlace | undefined): Problem[] {
  const problems = Problems.none();
  const visit = (value: unknown, at: At, place: BodyPlace | undefined): void => {
    if (at.length > BOUNDED_DEPTH || !hasParts(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const part = Array.isArray(value) ? Number(key) : key;
      const there = placeInside(bodies, place, part);
      if (there === undefined) continue;
      const { maxLength, maxItems } = there;
      const [length, most, what] = Array.isArray(inner)
        ? ([inner.length, maxItems, 'entries'] as const)
        : ([typeof inner === 'string' ? charactersOf(inner) : 0, maxLength, 'characters'] as const);
      if (most !== undefined && length > most) {
        const message = `${key} has ${length} ${what}; the definition of the service says at most ${most}`;
        problems.undocumented([...at, part], 'too_big', message);
      }
      visit(inner, [...at, part], there);
    }
  };
  visit(body, [], root);
  return problems.found;
}

/** Without these a body is none: what is planned from it would be made up. */
const UNREADABLE = new Set(['invalid_type', 'required', 'too_deep']);

/** What a reader can do about a problem that only the service can settle. */
function adviceOn({ code }: Problem, isOnline: boolean | undefined): string {
  if (isOnline === false) return 'cannot be checked offline; --online asks the service';
  return isOnline === true && code.startsWith('unknown_')
    ? "not known to this service's catalogue"
    : 'the service may accept it all the same';
}

const asWarning = (problem: Problem, isOnline: boolean | undefined): Problem =>
  problem.basis === 'given' || problem.severity === 'warning' || problem.resembles === true
    ? problem
    : { ...problem, severity: 'warning', message: `${problem.message} (${adviceOn(problem, isOnline)})` };

const NO_BODIES: Bodies = { places: [], requests: {} };

/** The problems of a body in its order, each as severe as it is for the service. `row`: the request whose body it is. */
export function concluded(
  { found }: Problems,
  body: unknown,
  { undocumentedRules = 'refuse', isOnline, bodies = NO_BODIES, given: input }: ServiceKnowledge,
  row: { readonly method: string; readonly path: string },
): Problem[] {
  const root = bodies.places[getOwn(bodies.requests, `${row.method} ${row.path}`) ?? -1];
  const isInput = (one: Problem) => isLeftToService(one) && input?.has(markOf(one, body)) === true;
  const ours = found.filter((one) => !isDefined(one, body, definedPlace(bodies, root, one.at)) && !isInput(one));
  const ordered = inBodyOrder([...ours, ...tooBig(body, bodies, root)], body);
  if (undocumentedRules === 'strict') return ordered.map((problem) => ({ ...problem, severity: 'error' }));
  if (undocumentedRules === 'off') {
    const isNone = ({ basis, code }: Problem) => basis === 'given' && UNREADABLE.has(code);
    return ordered.map((problem) => (isNone(problem) ? problem : { ...problem, severity: 'warning' }));
  }
  return undocumentedRules === 'warn' ? ordered.map((problem) => asWarning(problem, isOnline)) : ordered;
}

/** How the service refuses: 422 when nothing but unknown placeholders is wrong, else 400; null when it does not. */
export function refusalOf(
  found: readonly Problem[],
): { readonly code: Problem['kind']; readonly issues: readonly Issue[] } | null {
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return null;
  const code = errors.every(({ kind }) => kind === 'unprocessable') ? 'unprocessable' : 'invalid';
  const issues = errors.map(({ path, code: what, message, token }) => ({
    ...{ path, code: what, message },
    ...(token === undefined ? {} : { token: token.text }),
  }));
  return { code, issues };
}

/** What a body is checked for: a `create` needs what is required; in an `update` everything is optional. */
export type Purpose = 'create' | 'update';
