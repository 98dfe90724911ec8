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

/** Of a list, the page that holds these and is the last. */
export const pageOf = (name: string, records: readonly object[], pageSize = 25) =>
  success({ [name]: records, page: 1, pageSize, total: records.length, hasNextPage: false });

type Method = Golden['request']['method'];

/**
 * A row of the story: what a caller gives, the line it becomes on the wire, and the answer. Query and body travel as they
 * were given; `wire` has them where they do not.
 */
export function golden(
  title: string,
  row: string,
  input: Golden['given'],
  line: `${Method} ${string}`,
  response: Golden['response'],
  wire: Pick<Golden['request'], 'query' | 'body'> = {},
): Golden {
  const [method, path] = line.split(' ') as [Method, string];
  const { query, body } = { ...input, ...wire } as Pick<Golden['request'], 'query' | 'body'>;
  return {
    title,
    row,
    given: input,
    request: { method, path, ...(query && { query }), ...(body !== undefined && { body }) },
    response,
  };
}
