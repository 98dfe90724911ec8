// What crosses the seam between client and service, whatever carries it: a socket or a function call.

/** A request as plain data. `path` carries the query string; header names are lower case; bodies are UTF-8 text. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The same in bytes, of a body that was made as such. */
  readonly bytes?: Uint8Array | undefined;
}

/** A response as plain data. Header names are lower case. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as it came in, unpacked: only of what came in as bytes, and holds no secret. */
  readonly bytes?: Uint8Array | undefined;
}
