import type { Table } from '../../../contract/table.ts';
import { readFeatures, setFeatures } from '../../core/features.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { firstContext } from '../../core/principals.ts';
import type { HandlersFor } from '../handler-types.ts';
import { changeGrant } from '../workflows/read.ts';
import { addFault, clearFaults, listFaults } from './faults.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { describeStatus, listRequests, setClock, showClock, showStore } from './status.ts';

/** What needs the sample data, snapshots or campaigns is loaded when first called. */
export const local: HandlersFor<Table['local'], OperatorContext> = {
  health: (_, { version }) => ({ ok: true, version }),
  status: (_, context) => describeStatus(context),
  store: (_, context) => showStore(context),

  clock: (_, context) => showClock(context),
  setClock: ({ body }, context) => setClock(context, body),

  faults: (_, context) => listFaults(context),
  addFault: ({ body }, context) => addFault(context, body),
  clearFaults: (_, context) => clearFaults(context),

  keys: (_, context) => listKeys(context),
  createKey: ({ body }, context) => createKey(context, body),
  revokeKey: ({ params }, context) => revokeKey(context, params.keyId),

  features: (_, { store, limitsByDefault }) => store.read((tx) => readFeatures(tx, limitsByDefault)),
  setFeatures: ({ body }, { store, limitsByDefault }) =>
    store.write(async (tx) => {
      await setFeatures(tx, body);
      return readFeatures(tx, limitsByDefault);
    }),

  grant: ({ params, body }, { store }) => store.write((tx) => changeGrant(tx, params.workflowId, body.user, true)),
  takeGrant: ({ params, body }, { store }) => store.write((tx) => changeGrant(tx, params.workflowId, body.user, false)),

  log: ({ query }, context) => listRequests(context, query),

  emit: async ({ body }, { store, now }) => {
    const { emitEvent } = await import('./emit.ts');
    return store.write(async (tx) => emitEvent(await firstContext(tx, now), body));
  },

  campaignContacts: ({ params, query }, { store, now }) =>
    store.read(async (tx) => {
      const { listEnrolments, summarizeMessages } = await import('../campaigns/read.ts');
      const context = await firstContext(tx, now);
      const page = await listEnrolments(context, params.campaignId, query);
      const sent = query.page === 1 ? await summarizeMessages(context, params.campaignId) : undefined;
      return sent === undefined ? page : { ...page, sent };
    }),

  timeline: async ({ query }, { store, now }) => {
    const { timeline } = await import('./timeline.ts');
    return store.read(async (tx) => timeline(await firstContext(tx, now), query));
  },
  report: async ({ query }, { store, now }) => {
    const { reportCampaigns } = await import('../campaigns/report.ts');
    return store.read(async (tx) => reportCampaigns(await firstContext(tx, now), query));
  },
  setup: async ({ body }, { store, now }) => {
    const { setUp } = await import('./contents.ts');
    return store.write(async (tx) => setUp(await firstContext(tx, now), body));
  },

  twin: async ({ body }, context) => (await import('./twin/write.ts')).writeTwin(context, body),

  seed: async (_, context) => (await import('./contents.ts')).seed(context),
  snapshot: async ({ body }, context) => (await import('./snapshots.ts')).takeSnapshot(context, body.path),
  restore: async ({ body }, context) => (await import('./snapshots.ts')).restore(context, body.path),
  reset: async ({ body }, context) => (await import('./contents.ts')).reset(context, body.empty),
};
