// A network that fails as it is told to.

import { timedOut } from '../../../../src/client/transport/network-error.ts';
import { connectionLost, NetworkError } from '../../../../src/client/transport/transport.ts';
import type { WireRequest, WireResponse } from '../../../../src/contract/wire.ts';
import type { VirtualClock } from '../../../clock.ts';

const where = 'http://service.test';

/** What may happen to any request, and an import goes on. */
export const TROUBLES = [
  ...(['refused', 'drop before', 'drop after', 'arrives late', 'rate limited'] as const),
  ...(['500 before', '500 after', 'bad gateway', 'cut answer'] as const),
];

/** What happens to one request, in the order the network asks. */
export type Trouble = (typeof TROUBLES)[number] | 'none' | 'arrives last' | 'limited for an hour';

type Handle = (request: WireRequest) => Promise<WireResponse>;

/** Sends a request through what the caller says happens to it. */
export const troubledNetwork =
  (handle: Handle, clock: VirtualClock) =>
  async (request: WireRequest, trouble: Trouble, timeoutMs: number): Promise<WireResponse> => {
    switch (trouble) {
      case 'none':
        return await handle(request);
      case 'refused':
        throw new NetworkError({ fault: 'refused', code: 'ECONNREFUSED', sent: 'no', message: `nothing at ${where}` });
      case 'drop before':
        throw connectionLost(where);
      case 'drop after':
        await handle(request);
        throw connectionLost(where);
      case 'arrives late':
      case 'arrives last': {
        // It was on its way longer than anybody waited for an answer; it still arrives before the time-out.
        const lateMs = Math.floor((trouble === 'arrives last' ? 1 : clock.random()) * (timeoutMs - 1_000));
        void clock.sleep(lateMs).then(() => handle(request));
        throw timedOut(where, 'did not answer', 1, 'maybe');
      }
      case 'rate limited':
      case 'limited for an hour': {
        const seconds = trouble === 'rate limited' ? '2' : '3600';
        return { status: 429, headers: { 'retry-after': seconds }, body: '{"status":"error","message":"slow down"}' };
      }
      case '500 before':
        return { status: 500, headers: {}, body: '{"status":"error","message":"broken"}' };
      case '500 after':
        await handle(request);
        return { status: 500, headers: {}, body: '{"status":"error","message":"broken"}' };
      case 'bad gateway':
        return { status: 502, headers: {}, body: '<html><title>Bad gateway</title></html>' };
      case 'cut answer': {
        const answer = await handle(request);
        return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
      }
    }
  };
