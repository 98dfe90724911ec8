import type { Context } from './context.ts';
import { isSwitchedOn } from './features.ts';
import { Refusal } from './refusal.ts';

/** Throws Refusal `forbidden` where no CRM is connected. */
export async function assertCrm({ tx }: Context): Promise<void> {
  if (await isSwitchedOn(tx, 'crm')) return;
  throw new Refusal('forbidden', 'No CRM is connected to this workspace', { feature: 'crm' });
}
