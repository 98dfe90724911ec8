import * as z from 'zod';
import { AnyId, undocumentedObject } from '../common.ts';
import { endpoints, get, post } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { SCOPES } from './scopes.ts';

const Account = undocumentedObject('the interface says 200 when the key is valid and shows no body', () => ({
  valid: z.literal(true),
  key: z.object({ name: z.string(), scopes: z.array(z.enum(SCOPES)) }),
  workspace: z.object({ id: AnyId, name: z.string() }),
  user: z.object({ id: AnyId, name: z.string(), role: z.enum(['ADMIN', 'MEMBER']) }),
}));

/** Who holds the lock is alive while `beat` grows. No clock is compared: that of a local service can stand still, or jump. */
const Holder = z.object({ holder: z.string().min(1).max(100), who: z.string().max(200), beat: z.int().min(0) });

const ApplyLockInput = z.lazy(() =>
  z.strictObject({
    ...Holder.shape,
    /** The last beat that was seen of a holder who shows no other any more. */
    replaces: Holder.pick({ holder: true, beat: true }).optional(),
    release: z.boolean().optional(),
  }),
);

export const account = endpoints({
  validate: get('/v1/validate', 'WORKSPACE_READ', {
    perMinute: LIMITS.validatePerMinute,
    given: 'scope and rate',
    summary: 'Check the key',
    data: Account,
    command: 'auth status',
  }),
  applyLock: post('/_reach/apply-lock', 'WORKSPACE_READ', {
    summary: 'Take, keep or release the lock of the workspace that one reach apply holds at a time',
    undocumented: 'the interface has no lock; asked for only where the definition of the service has it',
    body: ApplyLockInput,
    data: undocumentedObject('the interface has no lock', () => ({ held: Holder.nullable() })),
    command: 'apply',
  }),
});
