import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { Refusal } from '../../core/refusals.ts';

/** Throws Refusal `forbidden` if no CRM is connected. */
export async function assertCrm({ tx }: Context): Promise<void> {
  if (await isSwitchedOn(tx, 'crm')) return;
  throw new Refusal('forbidden', 'No CRM is connected to this workspace', { feature: 'crm' });
}
