// What a twin of another workspace is filled with: `/_local/twin`.

import * as z from 'zod';
import { endpoints } from '../endpoint.ts';
import { POST } from './control.ts';

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
    body: z.lazy(() =>
      z.strictObject({
        stage: z.enum(TWIN_STAGES),
        records: z.array(z.record(z.string(), z.unknown())).max(1000),
      }),
    ),
    data: z.lazy(() =>
      z.object({
        written: z.int(),
        /** What could not be written as it was read, and why. */
        refused: z.array(z.object({ what: z.string(), message: z.string() })),
      }),
    ),
    command: { none: 'reach local clone fills a twin with it' },
  },
});
