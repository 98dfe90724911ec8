// The store as a whole: snapshots, and starting over.

import * as z from 'zod';
import { lazyInput, lazyObject } from '../common.ts';
import { endpoints } from '../endpoint.ts';

// How the rows of the control surface begin: for the operator alone, and without a rate.

const control = {
  access: 'ADMIN',
  perMinute: null,
  undocumented: 'control of the local service, which the interface does not know',
} as const;

export const GET = { ...control, method: 'GET', effect: 'read' } as const;
export const POST = { ...control, method: 'POST', effect: 'write' } as const;
export const PATCH = { ...control, method: 'PATCH', effect: 'write' } as const;
export const DELETE = { ...control, method: 'DELETE', effect: 'write' } as const;

const Counts = z.object({ contacts: z.int(), companies: z.int(), lists: z.int(), campaigns: z.int() });

const File = z.lazy(() => z.strictObject({ path: z.string().min(1) }));

export const localStore = endpoints({
  store: {
    ...GET,
    path: '/_local/store',
    summary: 'Which store this is: after a reset or a restore it is another one',
    data: z.lazy(() => z.object({ mark: z.string() })),
    command: { none: 'for the history, which takes nothing back in another store' },
  },
  seed: {
    ...POST,
    path: '/_local/seed',
    summary: 'Load the sample workspace; what is there already stays',
    data: z.lazy(() => Counts),
    command: 'local seed',
  },
  snapshot: {
    ...POST,
    path: '/_local/snapshot',
    summary: 'Write the whole store to a file',
    body: File,
    data: z.lazy(() => z.object({ path: z.string(), bytes: z.int() })),
    command: 'local snapshot',
  },
  restore: {
    ...POST,
    path: '/_local/restore',
    summary: 'Replace the whole store by a snapshot',
    body: File,
    data: z.lazy(() => z.object({ path: z.string() })),
    command: 'local restore',
  },
  reset: {
    ...POST,
    path: '/_local/reset',
    summary: 'Start over, with the sample workspace or empty',
    body: z.lazy(() => z.strictObject({ empty: z.boolean().default(false) })),
    data: z.lazy(() => Counts),
    command: 'local reset',
  },
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
  twin: {
    ...POST,
    path: '/_local/twin',
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
  },
});
