import type { ContactReaction } from '../../../contract/campaigns/enums.ts';
import { sql, type Tx } from '../sql.ts';

/** Settings of the whole store, by name; values are JSON text. */
export async function setting(tx: Tx, name: string): Promise<string | null> {
  return tx.value(sql`select value from settings where name = ${name}`);
}

export async function allSettings(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.all<{ name: string; value: string }>('select name, value from settings');
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function setSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tx.run(sql`insert into settings (name, value)
    values (${name}, ${value}) on conflict (name) do update set value = excluded.value`);
}

export async function clearSetting(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`delete from settings where name = ${name}`);
}

/** Names of settings that others read and write as they are. */
export const SETTINGS = {
  /** When the first contents were made, epoch ms. */
  initialized: 'begun',
  /** Set where a migration changed the rules of the keys that records are found by. */
  keysOutdated: 'keys.outdated',
  /** Webhook addresses and secrets are derived from it: it discloses all of them. */
  webhooksSeed: 'webhooks.seed',
  /** A restored store is not the one that it is a copy of. */
  restored: 'store.restored',
  /** Decides random splits and what stand-ins for people do; unless it was set, there is none. */
  choiceSeed: 'choices.seed',
} as const;

export async function isInitialized(tx: Tx): Promise<boolean> {
  return (await setting(tx, SETTINGS.initialized)) !== null;
}

export async function areKeysOutdated(tx: Tx): Promise<boolean> {
  return (await setting(tx, SETTINGS.keysOutdated)) !== null;
}

export async function webhookSeed(tx: Tx): Promise<string> {
  const seed = await setting(tx, SETTINGS.webhooksSeed);
  if (seed === null) throw new Error('the store has no seed for webhooks');
  return seed;
}

/** Secret, as it contains the seed. */
export async function storeIdentity(tx: Tx): Promise<string> {
  return `${await webhookSeed(tx)} ${(await setting(tx, SETTINGS.restored)) ?? ''}`;
}

export type ReactionRates = Readonly<Partial<Record<ContactReaction, number>>>;

const REACTION_RATES = 'reactions.rates';

/** The share of people who react, where it was set. */
export async function reactionRates(tx: Tx): Promise<ReactionRates> {
  return JSON.parse((await setting(tx, REACTION_RATES)) ?? '{}');
}

export async function setReactionRates(tx: Tx, rates: ReactionRates): Promise<void> {
  await setSetting(tx, REACTION_RATES, JSON.stringify({ ...(await reactionRates(tx)), ...rates }));
}

const LAST_MOVE = 'clock.moved';

/** The last move of the clock, epoch ms; null before the first. */
export async function lastMove(tx: Tx): Promise<{ readonly from: number; readonly to: number } | null> {
  const [from = Number.NaN, to = Number.NaN] = ((await setting(tx, LAST_MOVE)) ?? '').split(' ').map(Number);
  return from > 0 && to >= from ? { from, to } : null;
}

export async function noteMove(tx: Tx, from: number, to: number): Promise<void> {
  await setSetting(tx, LAST_MOVE, `${from} ${to}`);
}
