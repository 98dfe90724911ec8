import type { Table } from '../../../contract/table.ts';
import { isoTime, readClock, virtualNow } from '../../core/clock.ts';
import { readFeatures, setFeatures } from '../../core/features.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { firstContext } from '../../core/principal.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { changeGrant } from '../workflows/grants.ts';
import { addFault, clearFaults, listFaults } from './faults.ts';
import { createKey, listKeys, revoke } from './keys.ts';
import { describeStatus, reset, restore, seed, takeSnapshot } from './store.ts';

export const local: HandlersFor<Table['local'], OperatorContext> = {
  health: (_, { version }) => ({ ok: true, version }),

  clock: async (_, { store, realNow }) => {
    const at = realNow();
    const clock = await store.read(readClock);
    return clockReply(virtualNow(clock, at), clock.frozenAt !== null, at);
  },

  setClock: async ({ body }, { moveClock, realNow }) => {
    const clock = await moveClock(body);
    const at = realNow();
    return clockReply(virtualNow(clock, at), clock.frozenAt !== null, at);
  },

  faults: async (_, { store }) => ({ faults: await store.read(listFaults) }),
  addFault: ({ body }, { store, endpoints }) => store.write((tx) => addFault(tx, body, endpoints)),
  clearFaults: async (_, { store }) => ({ removed: await store.write(clearFaults) }),

  keys: async (_, { store }) => ({ keys: await store.read(listKeys) }),
  createKey: ({ body }, { store, now, randomBytes }) => store.write((tx) => createKey(tx, body, now, randomBytes)),

  revokeKey: async ({ params }, { store, now }) => {
    const revokedAt = await store.write((tx) => revoke(tx, params.keyId, now));
    return { id: params.keyId, revokedAt: isoTime(revokedAt) };
  },

  features: (_, { store, limitsByDefault }) => store.read((tx) => readFeatures(tx, limitsByDefault)),

  setFeatures: ({ body }, { store, limitsByDefault }) =>
    store.write(async (tx) => {
      await setFeatures(tx, body);
      return readFeatures(tx, limitsByDefault);
    }),

  grant: ({ params, body }, { store }) => store.write((tx) => changeGrant(tx, params.workflowId, body.user, true)),
  takeGrant: ({ params, body }, { store }) => store.write((tx) => changeGrant(tx, params.workflowId, body.user, false)),

  log: ({ query: { page, pageSize } }, { log }) => {
    const skip = (page - 1) * pageSize;
    const { requests, total } = log.newest(skip, pageSize);
    return { requests: [...requests], page, pageSize, total, hasNextPage: skip + requests.length < total };
  },

  emit: ({ body }, { store, now }) =>
    store.write(async (tx) => {
      const { emitEvent } = await import('./emit.ts');
      return emitEvent(await firstContext(tx, now), body);
    }),

  campaignContacts: ({ params, query }, { store, now }) =>
    store.read(async (tx) => {
      const { listEnrolments } = await import('../campaigns/enrolment/list.ts');
      return listEnrolments(await firstContext(tx, now), params.campaignId, query);
    }),

  status: (_, context) => describeStatus(context),
  seed: (_, context) => seed(context),
  snapshot: ({ body }, context) => takeSnapshot(context, body.path),
  restore: ({ body }, context) => restore(context, body.path),
  reset: ({ body }, context) => reset(context, body.empty),
};

function clockReply(now: number, frozen: boolean, realNow: number) {
  return { now: isoTime(now), frozen, offsetMs: now - realNow };
}
