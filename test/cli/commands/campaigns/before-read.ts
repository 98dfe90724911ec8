import type { Reach } from '../../world.ts';

/** Someone else patches campaign 1, or starts it (null), right before it is read the nth time. Gives back the way back. */
export function beforeRead(reach: Reach, nth: number, body: Record<string, unknown> | null): () => void {
  const { handle } = reach.world.service;
  let reads = 0;
  Object.assign(reach.world.service, {
    handle: async (...input: Parameters<typeof handle>) => {
      if (input[0].method === 'GET' && input[0].path === '/v1/campaign/1') {
        reads += 1;
        const other = body === null ? 'POST' : 'PATCH';
        const path = body === null ? '/v1/campaign/1/status' : '/v1/campaign/1';
        if (reads === nth) await reach.world.call(other, path, { body: body ?? { status: 'ACTIVE' } });
      }
      return handle(...input);
    },
  });
  return () => Object.assign(reach.world.service, { handle });
}
