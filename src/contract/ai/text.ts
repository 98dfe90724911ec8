// Text with tokens, as AI entities are read: plain, and in parts.

import * as z from 'zod';
import { AnyId, undocumented } from '../common.ts';

/** As plain text writes it: `{firstName}`, `{aiResearch:Company summary}`. */
const token = z.string();

/** A text in its parts. Literal text has no escapes; plain text is the parts' tokens and the text, braces doubled. */
export const RichText = z.lazy(() =>
  undocumented(
    z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string() }),
        z.object({ type: z.literal('field'), fieldId: z.string(), token }),
        z.object({ type: z.enum(['aiResearch', 'aiSnippet', 'aiMessage']), id: AnyId, name: z.string(), token }),
      ]),
    ),
    'the interface names rich text and does not show its form',
  ),
);
export type RichText = z.output<typeof RichText>;
