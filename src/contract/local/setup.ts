// What no endpoint of the interface sets up in a workspace: `/_local/setup`.

import * as z from 'zod';
import { REACTIONS } from '../campaigns/enums.ts';
import { endpoints } from '../endpoint.ts';
import { POST } from './control.ts';

const Share = z.number().min(0).max(1);
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
        /** The share of people who react, from 0 to 1; of a click, of those who open an email with a link. */
        rates: z.partialRecord(z.enum(REACTIONS), Share).optional(),
      }),
    ),
    data: z.lazy(() =>
      z.object({
        identities: z.int(),
        owners: z.int(),
        seed: z.string().nullable(),
        rates: z.record(z.enum(REACTIONS), Share),
      }),
    ),
    command: { none: 'reach test and the forecasts set up their workspace with it' },
  },
});
