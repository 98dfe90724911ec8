import type { Owner } from '../../../contract/campaigns/owners.ts';
import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { taskOwners } from '../identities/queries/senders.ts';

/** Empty if the switch `task-owners` is off: then tasks need no owner. */
export async function listTaskOwners({ tx, principal }: Context): Promise<Owner[]> {
  return (await isSwitchedOn(tx, 'task-owners')) ? taskOwners(tx, principal.workspaceId) : [];
}
