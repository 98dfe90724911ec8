// The JSON Schemas of files of AI entities as text. Loads the contract's shapes: only commands that print them come here.

import type { AiKind } from '../../../contract/ai/enums.ts';
import { AI_KEYS } from '../ai/file.ts';
import { asWritten } from './as-written.ts';

export async function aiSchemaText(kind: AiKind): Promise<string> {
  const { aiFileSchema } = await import('../../../contract/ai/file-schema.ts');
  return `${JSON.stringify(asWritten(aiFileSchema(kind), AI_KEYS), null, 2)}\n`;
}
