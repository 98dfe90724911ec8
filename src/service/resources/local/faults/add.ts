import type { OperatorContext } from '../../../core/operator.ts';
import { Refusal } from '../../../core/refusals.ts';
import { insertFault } from '../queries/faults.ts';
import { EFFECTS, type Fault, type FaultInput, onlyDelays } from './effect.ts';

/** Throws Refusal `invalid` for an unknown endpoint, or for a fault without an effect. */
export async function addFault({ store, endpoints }: OperatorContext, fault: FaultInput): Promise<Fault> {
  if (fault.endpoint !== '*' && !endpoints.includes(fault.endpoint)) {
    const message = `There is no endpoint ${fault.endpoint}: use * or one of ${endpoints.join(', ')}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'endpoint', code: 'unknown_endpoint', message }] });
  }
  if (onlyDelays(fault) && fault.latencyMs === undefined) {
    throw new Refusal('invalid', `This fault has no effect: set one of ${EFFECTS.join(', ')}, latencyMs`);
  }
  const times = fault.times ?? null;
  const row = { endpoint: fault.endpoint, effect: JSON.stringify(fault), times };
  const id = await store.write((tx) => insertFault(tx, row));
  return { ...fault, id, used: 0 };
}
