// The store as a whole: snapshots, backups, damage, and starting over.

import * as z from 'zod';
import { DateTime } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { GET, POST } from './control.ts';

const Backup = z.object({ path: z.string(), at: DateTime, bytes: z.int() });
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
    data: z.lazy(() => z.object({ contacts: z.int(), companies: z.int(), lists: z.int(), campaigns: z.int() })),
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
    /** `movedTo`: where a damaged store was put. */
    data: z.lazy(() => z.object({ path: z.string(), movedTo: z.string().nullable().optional() })),
    command: 'local restore',
  },
  backup: {
    ...POST,
    path: '/_local/backup',
    summary: 'Copy the whole store to the folder of backups, of which three are kept',
    data: z.lazy(() => Backup),
    command: 'local backup',
  },
  backups: {
    ...GET,
    path: '/_local/backups',
    summary: 'The backups of the store, newest first',
    data: z.lazy(() =>
      z.object({
        /** What each holds; null for one that is damaged. */
        backups: z.array(Backup.extend({ counts: Counts.nullable() })),
      }),
    ),
    command: 'local restore',
  },
  check: {
    ...GET,
    path: '/_local/check',
    summary: 'Look for damage in the store',
    data: z.lazy(() =>
      z.object({
        path: z.string(),
        findings: z.array(
          z.object({
            check: z.enum(['file', 'schema', 'index', 'reference', 'job']),
            where: z.string(),
            message: z.string(),
          }),
        ),
      }),
    ),
    command: 'local check',
  },
  reset: {
    ...POST,
    path: '/_local/reset',
    summary: 'Start over, with the sample workspace or empty',
    body: z.lazy(() => z.strictObject({ empty: z.boolean().default(false) })),
    data: z.lazy(() => z.object({ contacts: z.int(), companies: z.int(), lists: z.int(), campaigns: z.int() })),
    command: 'local reset',
  },
});
