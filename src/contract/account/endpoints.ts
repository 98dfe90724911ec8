import * as z from 'zod';
import { AnyId, undocumentedObject } from '../common.ts';
import { endpoints, get } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { SCOPES } from './scopes.ts';

const Account = undocumentedObject('the interface says 200 when the key is valid and shows no body', () => ({
  valid: z.literal(true),
  key: z.object({ name: z.string(), scopes: z.array(z.enum(SCOPES)) }),
  workspace: z.object({ id: AnyId, name: z.string() }),
  user: z.object({ id: AnyId, name: z.string(), role: z.enum(['ADMIN', 'MEMBER']) }),
}));

export const account = endpoints({
  validate: get('/v1/validate', 'WORKSPACE_READ', {
    perMinute: LIMITS.validatePerMinute,
    given: 'scope and rate',
    summary: 'Check the key',
    data: Account,
    command: 'auth status',
  }),
});
