// What a route of the stranger is: the interface's line, and what is done.

import type { Json, Store } from './store.ts';
import type { Switches } from './switches.ts';

export type { Json };

export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly store: Store;
  readonly switches: Switches;
  /** Where the server listens. */
  readonly origin: string;
}

/** A list that travels by pages. */
export interface Page {
  readonly page: { readonly name: string; readonly records: readonly Json[] };
}

/** An answer that is not 200 with an envelope around `data`. */
export interface Answer {
  readonly answer: { readonly status: number; readonly body: unknown };
}

/** A field of a query or a body that the interface does not show: our name → theirs. */
type Renames = Readonly<Record<string, string>>;

interface Asked {
  /** Where it stands with other names. Only what the interface does not show may stand elsewhere: it is a hidden path. */
  readonly elsewhere?: string;
  /** Query parameters that the interface shows. */
  readonly query?: readonly string[];
  readonly unshownQuery?: Renames;
  /** Body fields that the interface shows, with their JSON types; `null` where it shows no body. */
  readonly body?: Readonly<Record<string, string>> | null;
  readonly required?: readonly string[];
  /** Body fields that it does not show. `run` finds them under our names. */
  readonly unshownBody?: Renames;
  /** Whether a service that has nothing else undocumented has these fields, under its own names. */
  readonly hasOwnNames?: boolean;
  /** Whether any further property may stand in the body, as the interface says of contacts and companies. */
  readonly open?: boolean;
}

type Result = Json | readonly Json[] | Page | Answer | null;
type Run = (call: Call) => Result;
type At = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;

export interface Route extends Asked {
  readonly method: string;
  readonly path: string;
  readonly run: Run;
}

/** A method and a path, what it takes, and what it does. */
export function route(at: At, run: Run): Route;
export function route(at: At, asked: Asked, run: Run): Route;
export function route(at: At, asked: Asked | Run, run?: Run): Route {
  const [method = '', path = ''] = at.split(' ');
  return typeof asked === 'function'
    ? { method, path, run: asked }
    : { method, path, ...asked, run: run ?? (() => null) };
}

export const isShown = ({ elsewhere }: Route): boolean => elsewhere === undefined;

/** What every list that travels by pages takes. */
export const PAGED = ['page', 'pageSize'];

export const page = (name: string, records: readonly Json[]): Page => ({ page: { name, records } });

export const refuse = (status: number, message: string, details?: Json): Answer => ({
  answer: { status, body: details === undefined ? { message } : { message, details } },
});

export const notFound = (what: string): Answer => refuse(404, `${what} not found`);

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of ids in a body. */
export const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(Number) : []);

/** Whether the undocumented fields of the body have the names of the service. */
export const namesBody = ({ hasOwnNames }: Route, { unshownPaths }: Switches): boolean =>
  unshownPaths === 'theirs' || (unshownPaths === 'absent' && hasOwnNames === true);

type Records = { [Name in keyof Store]: Store[Name] extends Json[] ? Name : never }[keyof Store];

export const idOf = ({ id, runId, previewId, actionsId }: Json): string =>
  String(id ?? runId ?? previewId ?? actionsId);

/** Works on the record that the path names. */
export const withRecord =
  (list: Records, what: string, use: (record: Json, call: Call) => Result = (record) => record): Run =>
  (call) => {
    const [wanted] = Object.values(call.params);
    const found = call.store[list].find((record) => idOf(record) === wanted);
    return found === undefined ? notFound(what) : use(found, call);
  };

/** A new record with an id of its kind. */
export function add({ store }: Call, list: Records, kind: string, fields: Json): Json {
  const record: Json = { id: store.nextId(kind), ...fields };
  store[list].push(record);
  return record;
}

export function remove({ store }: Call, list: Records, record: Json): null {
  store[list].splice(store[list].indexOf(record), 1);
  return null;
}
