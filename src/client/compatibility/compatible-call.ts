// The one way from a call to a service other than ours: a route that it does not have is done by documented requests or
// refused, and the names in a request are those of its definition.

import type { Renamed } from '../../contract/learned.ts';
import type { Route } from '../../contract/routes/route.ts';
import type { Reply } from '../answers/reply.ts';
import { ApiError } from '../errors.ts';
import { type PlannedRequest, plannedRequest, type RequestInput } from '../request.ts';
import type { SendOptions } from '../send.ts';
import { documentedWay, documentedWayText } from './documented-ways.ts';
import { fittedRequest, requestName, type ServiceDefinition, serves, withSmallerPage } from './fitted-request.ts';
import { renamed } from './renamed.ts';

export type SendRequest = (route: Route, input: RequestInput, options: SendOptions, names?: Renamed) => Promise<Reply>;

interface Notices {
  /** Called with what a reader must know of a read that was done by documented requests in place of its own route. */
  readonly onDocumentedWay?: (text: string) => void;
  /** Called with the names that were left out of a write, as the service does not know them. */
  readonly onLeftOut?: (names: readonly string[]) => void;
}

export function compatibleCall(once: SendRequest, definition: ServiceDefinition, notices: Notices) {
  const call = async (route: Route, input: RequestInput = {}, options: SendOptions = {}): Promise<Reply> => {
    if (options.asIs === true) return await once(route, input, options);
    const read = documentedWay(requestName(route))?.read;
    if (read !== undefined && options.isExact !== true && !(await serves(route, definition))) {
      const { reply, note } = await read((other, asked) => call(other, asked, options), route, input);
      for (const text of [documentedWayText(route), ...(note === undefined ? [] : [note])])
        notices.onDocumentedWay?.(text);
      return reply;
    }
    const { filtersItself = false } = options;
    const mayLeaveOut = (name: string) =>
      typeof filtersItself === 'boolean' ? filtersItself : filtersItself.includes(name);
    const { input: fitted, names, ignored } = await fittedRequest(route, input, definition, mayLeaveOut);
    // What was left out may be what makes a second time the same as the first.
    const isRepeatable = options.isRepeatable === true && ignored.length === 0;
    const send = (written: RequestInput) => once(route, written, { ...options, isRepeatable }, names);
    const reply = await send(fitted).catch(async (error: unknown) => {
      const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 422);
      const smaller = isRefused && route.effect === 'read' ? await withSmallerPage(route, fitted, definition) : null;
      if (smaller === null) throw error;
      return await send(smaller);
    });
    if (route.effect === 'write' && ignored.length > 0) notices.onLeftOut?.(ignored);
    return { ...reply, ignored };
  };
  const planned = async (route: Route, input: RequestInput): Promise<readonly PlannedRequest[]> => {
    const { input: fitted, names, ignored } = await fittedRequest(route, input, definition, () => false);
    if (ignored.length > 0) notices.onLeftOut?.(ignored);
    return [plannedRequest(...renamed(route, fitted, names))];
  };
  return { call, planned };
}
