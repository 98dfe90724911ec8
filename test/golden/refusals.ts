// Refusals of the interface's Errors table, in the body we chose and in the bodies other services have.

export interface Refusal {
  readonly title: string;
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  /** What a reader of it learns. */
  readonly means: {
    readonly code: string;
    readonly message: string;
    readonly requestId?: string;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly retryAfterMs?: number;
  };
}

/** The error body we chose (its shape is not shown). */
function refusal(status: number, code: string, message: string, details?: Readonly<Record<string, unknown>>): Refusal {
  const more = details === undefined ? {} : { details };
  return {
    title: `${status} ${code}`,
    response: { status, body: { status: 'error', message, code, ...more, requestId: 'req-7' } },
    means: { code, message, requestId: 'req-7', ...more },
  };
}

const PAGE = '<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head><body><h1>nginx</h1></body></html>';

export const refusals: readonly Refusal[] = [
  refusal(400, 'invalid', 'contacts: at most 100', {
    issues: [{ path: 'contacts', code: 'too_big', message: 'at most 100' }],
  }),
  refusal(401, 'unauthenticated', 'unknown API key'),
  refusal(403, 'forbidden', 'the key lacks a scope', { requiredScope: 'CONTACTS_WRITE' }),
  refusal(404, 'not_found', 'no contact 12'),
  refusal(408, 'timeout', 'the duplicate search took too long'),
  refusal(409, 'conflict', 'the revision has changed'),
  refusal(422, 'unprocessable', 'unknown placeholder {firstNme}'),
  {
    title: '429 with Retry-After',
    response: {
      status: 429,
      headers: { 'retry-after': '17', 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0' },
      body: { status: 'error', message: 'rate limit exceeded', code: 'rate_limited', requestId: 'req-7' },
    },
    means: { code: 'rate_limited', message: 'rate limit exceeded', requestId: 'req-7', retryAfterMs: 17_000 },
  },
  {
    title: 'a status nobody listed',
    response: { status: 418, body: { status: 'error', message: 'teapot', code: 'TEAPOT' } },
    means: { code: 'invalid', message: 'teapot' },
  },
  {
    title: 'a message inside error, with details',
    response: { status: 500, body: { error: { message: 'broken', details: { where: 'here' } } } },
    means: { code: 'internal', message: 'broken', details: { where: 'here' } },
  },
  {
    title: 'several messages',
    response: { status: 400, body: { statusCode: 400, message: ['a is wrong', 'b is missing'], error: 'Bad Request' } },
    means: { code: 'invalid', message: 'a is wrong; b is missing' },
  },
  {
    title: 'a bare page of a proxy',
    response: { status: 502, headers: { 'x-amzn-requestid': 'amzn-9' }, body: PAGE },
    means: {
      code: 'internal',
      message: 'the service answered 502 with a page instead of JSON: 502 Bad Gateway',
      requestId: 'amzn-9',
    },
  },
  {
    title: 'nothing at all',
    response: { status: 503, headers: { 'cf-ray': 'ray-1' }, body: '' },
    means: { code: 'unavailable', message: 'the service answered 503 with an empty body', requestId: 'ray-1' },
  },
  {
    title: 'JSON cut short',
    response: { status: 500, body: '{"status":"error","mess' },
    means: { code: 'internal', message: 'the service answered 500 with a body that says nothing more' },
  },
  {
    title: 'JSON that is no object',
    response: { status: 500, body: '[1]' },
    means: { code: 'internal', message: 'the service answered 500 with a body that says nothing more' },
  },
];
