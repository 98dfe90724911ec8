// Whether a request may go on, before its body is read: who has no key cannot make the service hold megabytes.

import type { WireRequest } from '../../contract/wire.ts';
import type { Store } from '../core/context.ts';
import { Refusal } from '../core/refusals.ts';
import { assertOperator, assertScope, authenticate, type Caller, ownerOfWebhook } from './guard.ts';
import { type ServiceRoutes, unknownPath } from './routes.ts';

/** The parts of the service that decide whether a request may go on. */
interface Gate {
  readonly routes: ServiceRoutes;
  readonly store: Store;
  readonly isControlOpen: boolean;
  readonly adminToken: () => Promise<string>;
}

/** Why it is refused; null if it may go on. Everything is checked again, and logged, when it is handled or refused. */
export async function admit(parts: Gate, request: WireRequest, caller: Caller): Promise<Refusal | null> {
  const [path = ''] = request.path.split('?');
  const found = parts.routes.match(request.method, path);
  if (found instanceof Refusal) return found;
  const { access } = found.route.row;
  if (access === null) return null;
  try {
    if (access === 'ADMIN') {
      await assertControl(parts, { caller, request, path });
      return null;
    }
    return await parts.store.read(async (tx) => {
      if (access === 'WEBHOOK') {
        const owner = await ownerOfWebhook(tx, found.params['webhookId'] ?? '');
        return owner instanceof Refusal ? owner : null;
      }
      const principal = await authenticate(tx, request.headers['x-api-key'], caller);
      if (principal instanceof Refusal) return principal;
      assertScope(principal, access);
      return null;
    });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

interface ControlCall {
  readonly caller: Caller;
  readonly request: WireRequest;
  readonly path: string;
}

/** Throws Refusal if the caller may not use the control surface. */
export async function assertControl(
  { isControlOpen, adminToken }: Pick<Gate, 'isControlOpen' | 'adminToken'>,
  { caller, request, path }: ControlCall,
): Promise<void> {
  // If closed, it looks like a path that does not exist.
  if (caller !== 'operator' && !isControlOpen) throw unknownPath(path);
  await assertOperator(
    caller,
    request.headers['x-admin-token'],
    adminToken,
    request.headers['x-api-key'] !== undefined,
  );
}
