// The store as a whole: snapshots, and starting over.

import * as z from 'zod';
import { lazyInput, lazyObject } from '../common.ts';
import { type Endpoint, endpoints } from '../endpoint.ts';

type ControlRest = Pick<Endpoint, 'summary' | 'params' | 'query' | 'body' | 'data' | 'command'>;

/** The rows of the control surface: for the operator alone, and without a rate. */
const rowsOf =
  <const M extends Endpoint['method'], const E extends Endpoint['effect']>(method: M, effect: E) =>
  <const P extends string, const R extends ControlRest>(path: P, rest: R) => ({
    ...{ method, path, access: 'ADMIN' as const, perMinute: null, effect },
    undocumented: 'control of the local service, which the interface does not know',
    ...rest,
  });

export const get = rowsOf('GET', 'read');
export const post = rowsOf('POST', 'write');
export const patch = rowsOf('PATCH', 'write');
export const del = rowsOf('DELETE', 'write');

const Counts = z.object({ contacts: z.int(), companies: z.int(), lists: z.int(), campaigns: z.int() });

const File = z.lazy(() => z.strictObject({ path: z.string().min(1) }));

export const localStore = endpoints({
  store: get('/_local/store', {
    summary: 'Which store this is: after a reset or a restore it is another one',
    data: z.lazy(() => z.object({ mark: z.string() })),
    command: { none: 'for the history, which takes nothing back in another store' },
  }),
  seed: post('/_local/seed', {
    summary: 'Load the sample workspace; what is there already stays',
    data: z.lazy(() => Counts),
    command: 'local seed',
  }),
  snapshot: post('/_local/snapshot', {
    summary: 'Write the whole store to a file',
    body: File,
    data: z.lazy(() => z.object({ path: z.string(), bytes: z.int() })),
    command: 'local snapshot',
  }),
  restore: post('/_local/restore', {
    summary: 'Replace the whole store by a snapshot',
    body: File,
    data: z.lazy(() => z.object({ path: z.string() })),
    command: 'local restore',
  }),
  reset: post('/_local/reset', {
    summary: 'Start over, with the sample workspace or empty',
    body: z.lazy(() => z.strictObject({ empty: z.boolean().default(false) })),
    data: z.lazy(() => Counts),
    command: 'local reset',
  }),
});

// What a twin of another workspace is filled with: `/_local/twin`.

/** In the order they are written: each refers to those before it. */
const TWIN_STAGES = [
  ...(['workspace', 'identities', 'owners', 'voices', 'tags', 'fields', 'tones', 'folders'] as const),
  ...(['companies', 'contacts', 'lists', 'members', 'campaigns', 'ai', 'prompts', 'steps', 'workflows'] as const),
  ...(['playbook', 'threads', 'messages'] as const),
] as const;
export type TwinStage = (typeof TWIN_STAGES)[number];

export const localTwin = endpoints({
  twin: post('/_local/twin', {
    summary: 'Write records of another workspace as they were read, with their ids',
    body: lazyInput(() => ({
      stage: z.enum(TWIN_STAGES),
      records: z.array(z.record(z.string(), z.unknown())).max(1000),
    })),
    data: lazyObject(() => ({
      written: z.int(),
      /** What could not be written as it was read, and why. */
      refused: z.array(z.object({ what: z.string(), message: z.string() })),
    })),
    command: { none: 'reach local clone fills a twin with it' },
  }),
});
