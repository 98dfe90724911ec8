// node:https by itself, so that only who needs TLS loads it.

import type { ClientRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';

export function requestSecure(options: RequestOptions): ClientRequest {
  return request(options);
}
