import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { Refusal } from '../../core/refusals.ts';

/** Throws Refusal `forbidden` where the workspace has not the split AI-entity model (SERVICE-API, Errors: 403). */
export async function assertSplitModel({ tx }: Pick<Context, 'tx'>): Promise<void> {
  if (await isSwitchedOn(tx, 'split-ai')) return;
  throw new Refusal('forbidden', 'AI messages need the split AI-entity model, which this workspace has not', {
    feature: 'split-ai',
  });
}
