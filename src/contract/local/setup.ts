// What no endpoint of the interface sets up in a workspace: `/_local/setup`.

import * as z from 'zod';
import { endpoints } from '../endpoint.ts';
import { POST } from './control.ts';

const Person = z.object({ name: z.string().trim().min(1).max(100), email: z.email().max(254) });

export const localSetup = endpoints({
  setup: {
    ...POST,
    path: '/_local/setup',
    summary: 'Set the senders and task owners of the workspace, and the seed of its random choices',
    body: z.lazy(() =>
      z.strictObject({
        /** Those of a new name are added; the first takes over the place of the first that is there. */
        identities: z.array(Person).min(1).max(100).optional(),
        owners: z.array(Person).max(100).optional(),
        /** Decides random splits and what stand-ins for people do. */
        seed: z.string().max(100).optional(),
      }),
    ),
    data: z.lazy(() => z.object({ identities: z.int(), owners: z.int(), seed: z.string().nullable() })),
    command: { none: 'reach test sets up the workspace of a scenario with it' },
  },
});
