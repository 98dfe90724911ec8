// What the definition that a service gives of itself says beyond the interface, and the names that a user sets.

/** How a request of ours is written there, as the user says. */
export interface Renamed {
  /** With the parameters named as ours. */
  readonly path?: string;
  /** Our name → theirs. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
}

/** `METHOD /v1/path` of ours → how it is written there. */
export type Renames = Readonly<Record<string, Renamed>>;

export interface LearnedRequest {
  /** The service has no such request. */
  readonly missing?: true;
  /** Our names, of the query or the top of the body, that the service does not have. */
  readonly absent?: readonly string[];
  /** The largest page that it gives. */
  readonly pageSizeMax?: number;
  /** Our name of a list at the top of the body → how many entries it takes. */
  readonly maxItems?: Readonly<Record<string, number>>;
  /** Words that its fields take beside those that we know. */
  readonly words?: readonly string[];
}

/** What the definition of a service says of one place of a body. */
export interface BodyPlace {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly words?: readonly string[];
  /** Name of a field → its place. */
  readonly fields?: Readonly<Record<string, number>>;
  /** The place of each entry of a list. */
  readonly items?: number;
}

/** Bodies of requests, as places that may lead to one another in circles. */
export interface Bodies {
  readonly places: readonly BodyPlace[];
  /** `METHOD /v1/path` of ours → the place of its body. */
  readonly requests: Readonly<Record<string, number>>;
}

export interface Learned {
  /** `METHOD /v1/path` of ours; a request that is not here has our names. */
  readonly requests: Readonly<Record<string, LearnedRequest>>;
  /** Of requests that are none of ours, the names in the query and at the top of the body, where it has them; by `operationKey`. */
  readonly others: Readonly<Record<string, readonly string[]>>;
  readonly bodies: Bodies;
  /** Operations on the draft of a workflow that it describes, with their fields. */
  readonly draftOperations: Readonly<Record<string, readonly string[]>>;
}

/** `GET /v1/contacts/{id}` → `GET /v1/contacts/{}`: what a parameter is called does not matter. */
export const operationKey = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')}`;

/** The names of both, the later ones first. */
export function mergedNames(before: Renamed | undefined, after: Renamed | undefined): Renamed {
  const parts = (['query', 'body'] as const).flatMap((part) => {
    const names = { ...before?.[part], ...after?.[part] };
    return Object.keys(names).length === 0 ? [] : [[part, names] as const];
  });
  return { ...before, ...after, ...Object.fromEntries(parts) };
}

// What the local service takes over of another one: `reach serve --like`.

export interface LikeRequest extends LearnedRequest {
  readonly perMinute?: number;
  /** Names of ids that are text there. */
  readonly textIds?: readonly string[];
  /** Name of a field → words that it does not have there. */
  readonly fewerWords?: Readonly<Record<string, readonly string[]>>;
  /** A parameter that it does not know is refused; else it is ignored. */
  readonly refusesUnknown?: true;
}

export interface ServiceLikeness {
  /** What it says of itself; null where it says nothing. */
  readonly definition: unknown;
  /** `METHOD /v1/path` of ours. */
  readonly requests: Readonly<Record<string, LikeRequest>>;
}
