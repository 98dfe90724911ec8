// The one way from a call to a service other than ours: a route that it does not have is done by documented requests or
// refused, and the names in a request are those that the user set.

import { getOwn, given, objectIn } from '../../contract/json.ts';
import type { Renamed } from '../../contract/learned.ts';
import type { Route } from '../../contract/routes/route.ts';
import type { Reply } from '../answers/reply.ts';
import { ApiError } from '../errors.ts';
import { type PlannedRequest, plannedRequest, type RequestInput, renamed } from '../request.ts';
import type { Clock } from '../retry/retry.ts';
import type { SendOptions } from '../send.ts';
import { documentedWay, documentedWayText } from './documented-ways.ts';
import {
  type DocumentedWrite,
  fittedRequest,
  maxItems,
  requestName,
  type ServiceDefinition,
  serves,
  withSmallerPage,
} from './fitted-request.ts';

export type SendRequest = (route: Route, input: RequestInput, options: SendOptions, names?: Renamed) => Promise<Reply>;

export interface Notices {
  readonly clock: Clock;
  /** Called with what a reader must know of a read that was done by documented requests in place of its own route. */
  readonly onDocumentedWay?: (text: string) => void;
  /** Called with the names that were left out of a write, as the service does not know them. */
  readonly onLeftOut?: (names: readonly string[]) => void;
}

const pageOf = ({ query, body }: RequestInput): number =>
  Number(getOwn(objectIn(query), 'page') ?? getOwn(objectIn(body), 'page') ?? 1);

export function compatibleCall(once: SendRequest, definition: ServiceDefinition, notices: Notices) {
  const say = (text: string) => notices.onDocumentedWay?.(text);
  const standIns = new Map<string, Route>();
  // A later page of another size would be other records: it is asked for only where the first one was.
  const tooLarge = new Set<string>();
  /** Null for a route that the service has, and for what only that route can do. */
  const wayFor = async (route: Route) => {
    const way = documentedWay(requestName(route));
    if (way?.read === undefined && way?.write === undefined) return null;
    return (await serves(route, definition)) ? null : way;
  };
  const plannedBy = async (write: DocumentedWrite, route: Route, input: RequestInput, options: SendOptions) => {
    const { clock } = notices;
    const { signal, onWait } = options;
    const context = {
      call: (other: Route, asked?: RequestInput) =>
        call(other, asked, other.effect === 'read' ? given({ signal, onWait }) : options),
      maxItems: (other: Route, field: string, most: number) => maxItems(other, field, most, definition),
      now: clock.now,
      note: say,
    };
    const plan = await write(context, route, input);
    const [first] = plan.requests;
    if (first !== undefined) standIns.set(requestName(route), first.route);
    say(documentedWayText(route));
    return plan;
  };
  const call = async (route: Route, input: RequestInput = {}, options: SendOptions = {}): Promise<Reply> => {
    if (options.asIs === true) return await once(route, input, options);
    const way = options.isExact === true ? null : await wayFor(route);
    if (way?.read !== undefined) {
      const { reply, note } = await way.read((other, asked) => call(other, asked, options), route, input);
      for (const text of [documentedWayText(route), ...(note === undefined ? [] : [note])]) say(text);
      return reply;
    }
    if (way?.write !== undefined) return await (await plannedBy(way.write, route, input, options)).send();
    const { filtersItself = false } = options;
    const mayLeaveOut = (name: string) =>
      typeof filtersItself === 'boolean' ? filtersItself : filtersItself.includes(name);
    const { input: fitted, names, ignored } = await fittedRequest(route, input, definition, mayLeaveOut);
    // What was left out may be what makes a second time the same as the first.
    const isRepeatable = options.isRepeatable === true && ignored.length === 0;
    const send = (written: RequestInput) => once(route, written, { ...options, isRepeatable }, names);
    const reply = await send(fitted).catch(async (error: unknown) => {
      const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 422);
      const isFirst = pageOf(fitted) === 1;
      const isTooLarge = isRefused && route.effect === 'read' && (isFirst || tooLarge.has(requestName(route)));
      const smaller = isTooLarge ? await withSmallerPage(route, fitted, definition) : null;
      if (smaller === null) throw error;
      const reply = await send(smaller);
      tooLarge.add(requestName(route));
      return reply;
    });
    if (route.effect === 'write' && ignored.length > 0) notices.onLeftOut?.(ignored);
    return { ...reply, ignored };
  };
  const planned = async (route: Route, input: RequestInput): Promise<readonly PlannedRequest[]> => {
    const write = (await wayFor(route))?.write;
    if (write !== undefined) {
      const { requests } = await plannedBy(write, route, input, {});
      return (await Promise.all(requests.map((one) => planned(one.route, one.input)))).flat();
    }
    const { input: fitted, names, ignored } = await fittedRequest(route, input, definition, () => false);
    if (ignored.length > 0) notices.onLeftOut?.(ignored);
    return [plannedRequest(...renamed(route, fitted, names))];
  };
  /** The request whose pace is that of the route, as far as it is known. */
  const pacedBy = (route: Route): Route => standIns.get(requestName(route)) ?? route;
  return { call, planned, pacedBy };
}
