import * as z from 'zod';
import { AI_CHANNELS } from '../campaigns/enums.ts';
import { AnyId, AnyTextId, undocumented, undocumentedObject } from '../common.ts';
import { endpoints, get } from '../endpoint.ts';
import { AI_LIMITS, TONE_SOURCES } from './enums.ts';

/** An AI message that everybody may use as `aiMessageId`. Its id is text, so that it is never a workspace message's. */
export const LibraryMessage = undocumentedObject('the interface does not show the record', () => ({
  id: AnyTextId,
  name: z.string(),
  description: z.string().nullable(),
  channel: z.enum(AI_CHANNELS),
}));
export type LibraryMessage = z.output<typeof LibraryMessage>;

export const promptLibrary = endpoints({
  aiMessages: get('/v1/prompt-library/ai-messages', 'AI_VARIABLES_READ', {
    summary: 'Public AI messages, usable as aiMessageId',
    data: z.lazy(() => undocumented(z.object({ aiMessages: z.array(LibraryMessage) }), 'the answer is not shown')),
    command: 'ai library',
  }),
});

/** How AI messages and AI snippets sound: the workspace's own tones, then the service's. */
export const Tone = undocumentedObject('the interface does not show the record', () => ({
  id: AnyId,
  name: z.string(),
  description: z.string().nullable(),
  source: z.enum(TONE_SOURCES),
}));
export type Tone = z.output<typeof Tone>;

export const aiTones = endpoints({
  list: get('/v1/ai-variables/ai-message-tones', 'AI_VARIABLES_READ', {
    perMinute: AI_LIMITS.tonesPerMinute,
    given: 'scope and rate',
    summary: 'Tones for AI messages and AI snippets',
    data: z.lazy(() => undocumented(z.object({ tones: z.array(Tone) }), 'the answer is not shown')),
    command: 'ai tones',
  }),
});
