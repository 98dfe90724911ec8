import { type Golden, golden, success } from './golden.ts';

/** GET /v1/validate, WORKSPACE_READ, 100/min: 200 when the key is valid; the body's shape is not shown (undocumented). */
export const account: readonly Golden[] = [
  golden(
    'the key is valid',
    'account.validate',
    {},
    'GET /v1/validate',
    success({
      valid: true,
      key: { name: 'CI', scopes: ['ALL'] },
      workspace: { id: 1, name: 'Northwind' },
      user: { id: 1, name: 'Ada', role: 'ADMIN' },
    }),
  ),
  // Undocumented as a whole.
  golden(
    'the lock of an apply is taken',
    'account.applyLock',
    { body: { holder: 'a1', who: 'Ada on laptop', beat: 1 } },
    'POST /_reach/apply-lock',
    success({ held: { holder: 'a1', who: 'Ada on laptop', beat: 1 } }),
  ),
];
