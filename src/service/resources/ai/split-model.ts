import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { Refusal } from '../../core/refusals.ts';

/** Throws Refusal `forbidden` if the workspace does not have the split AI-entity model. */
export async function assertSplitModel({ tx }: Pick<Context, 'tx'>): Promise<void> {
  if (await isSwitchedOn(tx, 'split-ai')) return;
  throw new Refusal('forbidden', 'AI messages need the split AI-entity model, which this workspace does not have', {
    feature: 'split-ai',
  });
}
