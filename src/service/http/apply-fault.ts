import { codeOfStatus } from '../../contract/envelope.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { Refusal } from '../core/context.ts';
import type { Store } from '../core/store.ts';
import { chooseFault, type FaultInput } from '../resources/local/faults.ts';
import { type Dropped, failure } from './respond.ts';

/**
 * Answers as the faults of the endpoint demand. With a `status` or a drop before, the request is not processed. All other
 * faults change the answer of a processed request: with a drop after or a truncated body, a write is in the store.
 */
export async function applyFault(
  { store, sleep }: { readonly store: Store; readonly sleep: (ms: number) => Promise<void> },
  endpoint: string,
  requestId: string,
  answer: () => Promise<WireResponse | Dropped>,
  onFault: () => void,
): Promise<WireResponse | Dropped> {
  const { latencyMs, fault } = await store.writeUnsynced((tx) => chooseFault(tx, endpoint));
  if (fault || latencyMs > 0) onFault();
  if (latencyMs > 0) await sleep(latencyMs);
  if (!fault) return answer();
  if (fault.drop === 'before') return { dropped: 'before' };
  const isAnsweredHere = fault.status !== undefined && fault.drop === undefined;
  const response = isAnsweredHere ? plainFailure(fault.status ?? 500, requestId) : await answer();
  if (fault.drop === 'after') return { dropped: 'after' };
  if ('dropped' in response) return response;
  return altered(response, fault);
}

function plainFailure(status: number, requestId: string): WireResponse {
  const refusal = new Refusal(codeOfStatus(status), 'A fault of the local service answers this request');
  return { ...failure(refusal, requestId, {}), status };
}

/** A truncated body keeps the length of the whole in `content-length`, so that its reader can notice. */
function altered(answer: WireResponse, fault: FaultInput): WireResponse {
  const lowerCase = Object.entries(fault.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers: Record<string, string> = { ...answer.headers, ...Object.fromEntries(lowerCase) };
  const whole = fault.body ?? answer.body;
  if (!fault.truncate) return { ...answer, headers, body: whole };
  const bytes = Buffer.from(whole);
  headers['content-length'] = String(bytes.length);
  return { ...answer, headers, body: bytes.subarray(0, Math.floor(bytes.length / 2)).toString('utf8') };
}
