// Actions as the blocks of a workflow: for a service that shows no path for them.

import type { ActionsInput } from '../../../contract/actions/endpoints.ts';
import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import type { SeenBlock } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';
import { NoDocumentedWay } from '../../shared/documented-way/by-documented-way.ts';
import { workspaceBlocks } from '../../shared/lint/workflow-knowledge.ts';
import type { OneOffNode } from '../../shared/workflow-run/one-off.ts';

type BlockStep = Pick<OneOffNode, 'blockId' | 'inputs'>;

/** The entry step; the interface names blocks that start with contacts, and none that starts with companies. */
function entryOf({ contactIds, contactGroupIds }: Partial<Record<string, readonly number[]>>): BlockStep {
  if (contactIds !== undefined) return { blockId: 'SELECT_LEADS', inputs: { leadIds: contactIds } };
  if (contactGroupIds === undefined)
    throw new NoDocumentedWay('the interface shows no block that starts with companies');
  const [leadsGroupId, ...others] = contactGroupIds;
  if (others.length > 0) throw new NoDocumentedWay('a workflow starts with one list', 'start a run for each list');
  return { blockId: 'SELECT_LEADS_FROM_LIST', inputs: { leadsGroupId } };
}

/** Keys of the inputs that the service lists. */
function keysOf(block: SeenBlock): readonly unknown[] {
  const inputs = own(block, 'inputs');
  return Array.isArray(inputs) ? inputs.map((input) => (isObject(input) ? input['key'] : null)) : [];
}

/** Throws NoDocumentedWay for actions and options that are not in the service's catalogue of blocks. */
export async function nodesOfRun(session: Session, body: ActionsInput): Promise<OneOffNode[]> {
  const entry = entryOf(targetsOf(body));
  const blocks = new Map((await workspaceBlocks(session)).map((block) => [block.blockId, block]));
  const steps = body.actions.map(({ type, options = {} }): BlockStep => {
    const block = blocks.get(type);
    if (block === undefined)
      throw new NoDocumentedWay(`it has no block ${type}`, 'reach workflow blocks lists those it has');
    const known = keysOf(block);
    const unknown = Object.keys(options).filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new NoDocumentedWay(
        `its block ${type} has no input ${unknown.join(', ')}`,
        `reach workflow blocks ${type}`,
      );
    return { blockId: type, inputs: { ...options } };
  });
  return [entry, ...steps].map((node, at, all) => ({
    id: idAt(at),
    kind: 'BLOCK',
    ...node,
    next: at + 1 < all.length ? [idAt(at + 1)] : [],
  }));
}

const idAt = (at: number) => (at === 0 ? 'select' : `action-${at}`);

function targetsOf(body: ActionsInput): Partial<Record<string, readonly number[]>> {
  const { actions: _, ...targets } = body;
  return targets;
}
