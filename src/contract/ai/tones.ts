import * as z from 'zod';
import { AnyId, undocumented } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { AI_LIMITS, TONE_SOURCES } from './enums.ts';

/** How AI messages and AI snippets sound: the workspace's own tones, then the service's. */
export const Tone = z.lazy(() =>
  undocumented(
    z.object({ id: AnyId, name: z.string(), description: z.string().nullable(), source: z.enum(TONE_SOURCES) }),
    'the interface does not show the record',
  ),
);
export type Tone = z.output<typeof Tone>;

export const aiTones = endpoints({
  list: {
    method: 'GET',
    path: '/v1/ai-variables/ai-message-tones',
    access: 'AI_VARIABLES_READ',
    perMinute: AI_LIMITS.tonesPerMinute,
    effect: 'read',
    given: 'scope and rate',
    summary: 'Tones for AI messages and AI snippets',
    data: z.lazy(() => undocumented(z.object({ tones: z.array(Tone) }), 'the answer is not shown')),
    command: 'ai tones',
  },
});
