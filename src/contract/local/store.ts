// The store as a whole: snapshots, and starting over.

import * as z from 'zod';
import { endpoints } from '../endpoint.ts';
import { GET, POST } from './control.ts';

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
