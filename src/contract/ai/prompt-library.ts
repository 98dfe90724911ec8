import * as z from 'zod';
import { AI_CHANNELS } from '../campaigns/enums.ts';
import { AnyTextId, undocumented } from '../common.ts';
import { endpoints, GET } from '../endpoint.ts';

/** An AI message that everybody may use as `aiMessageId`. Its id is text, so that it is never a workspace message's. */
export const LibraryMessage = z.lazy(() =>
  undocumented(
    z.object({
      id: AnyTextId,
      name: z.string(),
      description: z.string().nullable(),
      channel: z.enum(AI_CHANNELS),
    }),
    'the interface does not show the record',
  ),
);
export type LibraryMessage = z.output<typeof LibraryMessage>;

export const promptLibrary = endpoints({
  aiMessages: {
    ...GET,
    path: '/v1/prompt-library/ai-messages',
    access: 'AI_VARIABLES_READ',
    summary: 'Public AI messages, usable as aiMessageId',
    data: z.lazy(() => undocumented(z.object({ aiMessages: z.array(LibraryMessage) }), 'the answer is not shown')),
    command: 'ai library',
  },
});
