// Requests and answers of the interface, typed by hand. Nothing here imports anything of src/: what
// client and service share, they may share wrongly, and only a second writing of it can tell.

export interface Golden {
  readonly title: string;
  /** The row as `group.name`, and what a caller of it gives. */
  readonly row: string;
  readonly given: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
  };
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
    /** Decoded. */
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

/** "Every successful response uses the envelope: status, message, data." */
export function success(data: unknown, message = 'OK') {
  return { status: 200, body: { status: 'success', message, data } };
}
