// The control surface of the local service: `/_local/*`, header `x-admin-token`, never reachable with a key.
// All of it is undocumented: the interface knows no local service.

import * as z from 'zod';
import { SCOPES } from '../account/scopes.ts';
import { DateTime, Id, IdText, lazyInput, lazyObject, PageQuery, pageOf, undocumented } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { localEmit, localSetup } from './emit.ts';
import { del, get, localStore, localTwin, patch, post } from './store.ts';
import { localCampaign, localReport, localTimeline } from './timeline.ts';

const Clock = z.lazy(() => z.object({ now: DateTime, frozen: z.boolean(), offsetMs: z.int() }));

/**
 * Advance by a duration (`90s`, `2h`, `3d`), set to a moment not before now, or to when the next work is due, at most until a
 * moment; freeze or let run again.
 */
const ClockChange = z.lazy(() =>
  z.union([
    z.strictObject({
      advance: z.string().regex(/^[0-9]{1,12}(\.[0-9]{1,9})?(ms|s|m|h|d)$/, 'must be a duration such as 90s, 2h or 3d'),
    }),
    z.strictObject({ set: z.iso.datetime({ offset: true }) }),
    z.strictObject({ nextUntil: z.iso.datetime({ offset: true }) }),
    z.strictObject({ freeze: z.boolean() }),
  ]),
);

const FaultInput = lazyInput(() => ({
  /** A row as `group.name`, or `*`. */
  endpoint: z.string().min(1),
  /** How many answers it spoils; without it and without a probability: all. */
  times: z.int().positive().optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.string().optional(),
  status: z.int().min(400).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Sent as it is, in place of the error body. */
  body: z.string().optional(),
  /** Cut the body after half of its bytes. */
  truncate: z.boolean().optional(),
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** Cut the connection before the request is processed, or after it was and before the answer leaves. */
  drop: z.enum(['before', 'after']).optional(),
}));
const Fault = z.lazy(() => FaultInput.unwrap().extend({ id: Id, used: z.int() }));

const SEEN = lazyObject(() => ({
  at: DateTime,
  requestId: z.string(),
  method: z.string(),
  path: z.string(),
  endpoint: z.string().nullable(),
  /** The key's name, never the key. */
  key: z.string().nullable(),
  /** 0 where the connection was cut instead of answered. */
  status: z.int(),
  ms: z.number(),
  /** Set where a fault of the service delayed or changed the answer. */
  fault: z.boolean().optional(),
  /** Kept with --keep-bodies: shortened, secrets masked. */
  request: z.string().optional(),
  response: z.string().optional(),
}));

const Features = lazyObject(() => ({
  'split-ai': z.boolean(),
  'social-selling': z.boolean(),
  crm: z.boolean(),
  'task-owners': z.boolean(),
  /** Whether contacts open, click, look, accept, and tasks get done, by themselves. */
  engagement: z.boolean(),
  'rate-limits': z.boolean(),
}));

/** Whether the user has a grant of the workflow now; its owner and admins need none. */
const Grant = z.lazy(() => z.object({ workflowId: Id, user: z.string(), granted: z.boolean() }));

const grants = '/_local/workflows/{workflowId}/grants';
const grantRow = {
  params: z.object({ workflowId: IdText }),
  body: z.lazy(() => z.strictObject({ user: z.string().trim().min(1).max(100) })),
  data: Grant,
  command: 'local grant',
};

export const local = endpoints({
  health: {
    ...get('/healthz', {
      summary: 'Whether the service answers',
      data: z.lazy(() => z.object({ ok: z.literal(true), version: z.string() })),
      command: { none: 'for load balancers and CI' },
    }),
    access: null,
  },
  status: get('/_local/status', {
    summary: 'What the local service holds',
    data: lazyObject(() => ({
      version: z.string(),
      schemaVersion: z.int(),
      data: z.string(),
      now: DateTime,
      features: Features,
      faults: z.int(),
      counts: z.object({ contacts: z.int(), companies: z.int(), lists: z.int(), campaigns: z.int(), keys: z.int() }),
      /** Background work: how much waits, when the first of it is due, and what was given up last, newest first. */
      work: z.object({
        waiting: z.int(),
        /** Of those, how many are due, and how long the first of them has been. */
        due: z.int(),
        lateMs: z.int(),
        nextDueAt: DateTime.nullable(),
        failed: z.int(),
        lastFailed: z.array(z.object({ kind: z.string(), at: DateTime, error: z.string() })),
      }),
      /** Servers that share a database and are alive, and writers that hold a workspace or wait for one. */
      servers: z.array(
        z.object({
          id: z.string(),
          url: z.string().nullable(),
          version: z.string(),
          workers: z.int(),
          answers: z.boolean(),
          startedAt: DateTime,
          seenAt: DateTime,
        }),
      ),
      locks: z.array(
        z.object({
          /** Null: the whole store. */
          workspaceId: z.int().nullable(),
          /** Null: another program. */
          server: z.string().nullable(),
          waiting: z.boolean(),
          ms: z.int(),
        }),
      ),
    })),
    command: 'local status',
  }),
  clock: get('/_local/clock', {
    summary: 'The clock of the service',
    data: Clock,
    command: 'local clock',
  }),
  setClock: post('/_local/clock', {
    summary: 'Freeze, set or advance the clock, forward only',
    body: ClockChange,
    data: Clock,
    command: 'local clock',
  }),
  faults: get('/_local/faults', {
    summary: 'Faults in force',
    data: z.lazy(() => z.object({ faults: z.array(Fault) })),
    command: 'local fault list',
  }),
  addFault: post('/_local/faults', {
    summary: 'Add a fault',
    body: FaultInput,
    data: Fault,
    command: 'local fault add',
  }),
  clearFaults: del('/_local/faults', {
    summary: 'Remove all faults',
    data: z.lazy(() => z.object({ removed: z.int() })),
    command: 'local fault clear',
  }),
  keys: get('/_local/keys', {
    summary: 'Keys by name, never their value',
    data: lazyObject(() => ({
      keys: z.array(
        z.object({
          id: Id,
          name: z.string(),
          scopes: z.array(z.enum(SCOPES)),
          createdAt: DateTime,
          revokedAt: DateTime.nullable(),
        }),
      ),
    })),
    command: 'local key list',
  }),
  createKey: post('/_local/keys', {
    summary: 'Create a key with chosen scopes; its value is shown this once',
    body: lazyInput(() => ({
      name: z.string().trim().min(1).max(100).optional(),
      /** May be empty: such a key is denied on every request. */
      scopes: z.array(z.enum(SCOPES)),
      workspace: undocumented(z.string().trim().min(1).max(100).optional(), 'created when it does not exist'),
      /** Whose key: by name, a member made where there is none; left out: the workspace's admin. */
      user: z.string().trim().min(1).max(100).optional(),
      /** The key of a user who sees only these identities' posts; left out: of the workspace's admin. */
      identityIds: z.array(Id).min(1).max(1000).optional(),
    })),
    data: z.lazy(() => z.object({ id: Id, name: z.string(), scopes: z.array(z.enum(SCOPES)), key: z.string() })),
    command: 'local key create',
  }),
  revokeKey: del('/_local/keys/{keyId}', {
    summary: 'Revoke a key',
    params: z.object({
      keyId: IdText,
    }),
    data: z.lazy(() => z.object({ id: Id, revokedAt: DateTime })),
    command: 'local key revoke',
  }),
  grant: post(grants, { summary: 'Let a user see and use a workflow', ...grantRow }),
  takeGrant: del(grants, { summary: 'Take the grant of a workflow back', ...grantRow }),
  log: get('/_local/log', {
    summary: 'Requests the service saw, newest first',
    query: PageQuery,
    data: z.lazy(() => pageOf('requests', SEEN)),
    command: 'local log',
  }),
  features: get('/_local/features', {
    summary: 'Switches of the workspace',
    data: Features,
    command: 'local feature',
  }),
  setFeatures: patch('/_local/features', {
    summary: 'Turn switches of the workspace on or off',
    body: z.lazy(() => Features.unwrap().partial().strict()),
    data: Features,
    command: 'local feature',
  }),
  ...localEmit,
  ...localCampaign,
  ...localTimeline,
  ...localReport,
  ...localTwin,
  ...localSetup,
  ...localStore,
});
