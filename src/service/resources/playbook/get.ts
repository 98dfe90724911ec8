import type { Context } from '../../core/context.ts';
import { storedPlaybook } from './stored.ts';
import { type PlaybookRecord, playbookView } from './view.ts';

/** Throws Refusal `not_found` if the key's workspace no longer exists. */
export async function getPlaybook(context: Context): Promise<PlaybookRecord> {
  return playbookView(context, await storedPlaybook(context));
}
