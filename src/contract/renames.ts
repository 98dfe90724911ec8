// How requests are written for a service that has other names for what the interface does not show.

export interface Renamed {
  /** With the parameters named as ours. */
  readonly path?: string;
  /** Our name → theirs. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Set by the user: a later sync keeps it. */
  readonly byHand?: true;
}

/** `METHOD /v1/path` of ours → how it is written there. */
export type Renames = Readonly<Record<string, Renamed>>;
