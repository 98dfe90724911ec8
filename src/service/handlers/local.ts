import type { Table } from '../../contract/table.ts';
import { changedClock, isoTime, readClock, storeClock, virtualNow } from '../domain/clock.ts';
import { addFault, listFaults } from '../domain/faults.ts';
import { readFeatures, setFeatures } from '../domain/features.ts';
import { createKey, revoke, scopesOf } from '../domain/keys.ts';
import type { Operator } from '../domain/operator.ts';
import { deleteFaults } from '../store/faults.ts';
import { allKeys } from '../store/keys.ts';
import type { HandlersFor } from './handlers.ts';

export interface LocalContext extends Operator {
  /** The virtual clock, epoch ms. */
  readonly now: number;
}

type Rows = Table['local'];

export const local = {
  health: (_, { version }) => ({ ok: true, version }),

  clock: async (_, { store, realNow }) => {
    const at = realNow();
    const clock = await store.read(readClock);
    return clockReply(virtualNow(clock, at), clock.frozenAt !== null, at);
  },

  setClock: async ({ body }, { store, realNow }) => {
    const at = realNow();
    const clock = await store.write(async (tx) => {
      const changed = changedClock(await readClock(tx), body, at);
      await storeClock(tx, changed);
      return changed;
    });
    return clockReply(virtualNow(clock, at), clock.frozenAt !== null, at);
  },

  faults: async (_, { store }) => ({ faults: await store.read(listFaults) }),
  addFault: ({ body }, { store, endpoints }) => store.write((tx) => addFault(tx, body, endpoints)),
  clearFaults: async (_, { store }) => ({ removed: await store.write(deleteFaults) }),

  keys: async (_, { store }) => {
    const rows = await store.read(allKeys);
    const keys = rows.map((row) => ({
      id: row.id,
      name: row.name,
      scopes: scopesOf(row),
      createdAt: isoTime(row.createdAt),
      revokedAt: row.revokedAt === null ? null : isoTime(row.revokedAt),
    }));
    return { keys };
  },

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
} satisfies Partial<HandlersFor<Rows, LocalContext>>;

function clockReply(now: number, frozen: boolean, realNow: number) {
  return { now: isoTime(now), frozen, offsetMs: now - realNow };
}
