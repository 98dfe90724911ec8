import type { LibraryMessage } from '../../../contract/ai/prompt-library.ts';
import type { Context } from '../../core/context.ts';
import { PROMPT_LIBRARY } from '../../stand-ins/prompt-library.ts';
import { assertSplitModel } from './split-model.ts';

/** Throws Refusal `forbidden` if the workspace does not have the split AI-entity model. */
export async function listPromptLibrary(context: Context): Promise<LibraryMessage[]> {
  await assertSplitModel(context);
  return PROMPT_LIBRARY.map(({ id, name, description, channel }) => ({ id, name, description, channel }));
}
