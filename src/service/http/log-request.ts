import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { isoTime } from '../core/clock.ts';
import type { LoggedRequest, RequestLog } from '../core/operator.ts';
import type { Dropped } from './respond.ts';

const LOGGED_PATH_LENGTH_MAX = 500;

interface LogParts {
  readonly log: RequestLog;
  readonly keepBodies: boolean;
  readonly onRequest: (request: LoggedRequest) => void;
  readonly onBug: (error: unknown, requestId: string) => void;
}

interface LoggedExchange {
  readonly request: WireRequest;
  readonly requestId: string;
  readonly now: number;
  readonly endpoint: string | null;
  readonly keyName: string | null;
  readonly hasFault: boolean;
}

/** Keys, tokens and secrets, and the address of a webhook, which is all that one without a secret needs. */
const SECRETS = /(gsk|adm|whsec)(_|%5f)[\w%-]*|(\/wf\/)[^/?#]*/gi;

const SECRET_FIELD = /("[\w-]*(?:password|secret|token|apikey|api_key|authorization)[\w-]*"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const KEPT_LENGTH_MAX = 4_000;

/** The beginning of a body, without what is a secret by its name or its form. */
function keptBody(text: string): string {
  return text
    .slice(0, KEPT_LENGTH_MAX)
    .replace(SECRET_FIELD, '$1"***"')
    .replace(SECRETS, (_, prefix, joint, webhook) => (webhook ? `${webhook}***` : `${prefix}${joint}***`));
}

/** Logs no key, no body unless that was asked for, and nothing that looks like a key in the path. */
export async function logRequest(
  parts: LogParts,
  exchange: LoggedExchange,
  answer: WireResponse | Dropped,
  ms: number,
): Promise<void> {
  const { requestId, request, now, endpoint, keyName: key } = exchange;
  const path = request.path
    .replace(SECRETS, (_, prefix, joint, webhook) => (webhook ? `${webhook}***` : `${prefix}${joint}***`))
    .slice(0, LOGGED_PATH_LENGTH_MAX);
  const status = 'dropped' in answer ? 0 : answer.status;
  const logged: LoggedRequest = {
    ...{ at: isoTime(now), requestId, method: request.method, path, endpoint, key, status, ms },
    ...(exchange.hasFault && { fault: true }),
    ...(parts.keepBodies && {
      request: keptBody(request.body ?? ''),
      response: keptBody('dropped' in answer ? '' : answer.body),
    }),
  };
  parts.onRequest(logged);
  try {
    await parts.log.append(logged);
  } catch (error) {
    // A full disk must not turn a valid answer into an error.
    parts.onBug(error, requestId);
  }
}
