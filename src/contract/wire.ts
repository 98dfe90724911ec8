// What crosses the seam between client and service, whatever carries it: a socket or a function call.

/** A request as plain data. `path` carries the query string; header names are lower case; bodies are UTF-8 text. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A response as plain data. Header names are lower case. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** On a call inside the process: a write is answered as ever, and taken back. */
export const TRIAL_HEADER = 'x-reach-trial';
