// The first contents of a store: a workspace, its admin, and the operator's key.

import type { Parsed, ReplyData } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import type { Operator, OperatorContext } from '../../core/operator.ts';
import {
  isInitialized,
  reactionRates,
  SETTINGS,
  setReactionRates,
  setSetting,
  setting,
} from '../../core/queries/settings.ts';
import type { Tx } from '../../core/sql.ts';
import { ratesWith } from '../../stand-ins/engagement.ts';
import { updateIdentity } from '../identities/identities.ts';
import { ensureIdentity, ensureTaskOwner, identityNames, taskOwners } from '../identities/queries/identities.ts';
import { ensureAdminKey, newSecret } from './keys.ts';
import { countContents } from './queries/overview.ts';

/** At first start. If several processes start at once, one does it and the others wait for it. */
export async function initializeStore(
  operator: Pick<Operator, 'store' | 'secrets' | 'randomBytes' | 'sampleLoader'>,
  now: number,
  { withSample }: { readonly withSample: boolean },
): Promise<void> {
  // Before the transaction: while a program is loaded, others would wait.
  const loadSample = withSample ? await operator.sampleLoader() : null;
  await operator.store.write(async (tx) => {
    if (await isInitialized(tx)) return;
    await initialize(tx, operator, now);
    await loadSample?.(tx, now);
  });
}

/** Within the open transaction: what an empty store contains. */
async function initialize(tx: Tx, { secrets, randomBytes }: Pick<Operator, 'secrets' | 'randomBytes'>, now: number) {
  // The file first: if it were written after the commit, a crash in between would lose the key.
  const key = await secrets.writeOnce('admin.key', await newSecret('gsk_', randomBytes));
  await ensureAdminKey(tx, key, now);
  await setSetting(tx, SETTINGS.webhooksSeed, await newSecret('', randomBytes));
  await setSetting(tx, SETTINGS.initialized, String(now));
}

/** Deletes everything: records, keys except the operator's own, clock, faults, feature switches. */
export async function reset(context: OperatorContext, isEmpty: boolean): Promise<ReplyData<'local', 'reset'>> {
  // The clock starts over too, so this is the real time.
  const now = context.realNow();
  const loadSample = isEmpty ? null : await context.sampleLoader();
  await context.store.empty(async (tx) => {
    await initialize(tx, context, now);
    await loadSample?.(tx, now);
  });
  return context.store.read(countContents);
}

/** Loads the sample workspace; existing records stay. Returns what the store then contains. */
export async function seed({ store, now, sampleLoader }: OperatorContext): Promise<ReplyData<'local', 'seed'>> {
  const loadSample = await sampleLoader();
  return store.write(async (tx) => {
    await loadSample(tx, now);
    return countContents(tx);
  });
}

/** Sets what no endpoint of the interface sets. The first sender takes over the place of the first that is there. */
export async function setUp(context: Context, input: Parsed<'local', 'setup'>['body']) {
  const { tx, principal, now } = context;
  const { workspaceId } = principal;
  const { identities = [], owners = [], seed, rates } = input;
  for (const [index, identity] of identities.entries()) {
    const known = [...(await identityNames(tx, workspaceId))];
    const same = known.find(([, name]) => name === identity.name) ?? (index === 0 ? known[0] : undefined);
    if (same === undefined) await ensureIdentity(tx, workspaceId, identity, now);
    else await updateIdentity(context, same[0], identity);
  }
  for (const owner of owners) await ensureTaskOwner(tx, workspaceId, owner);
  if (seed !== undefined) await setSetting(tx, SETTINGS.choiceSeed, seed);
  if (rates !== undefined) await setReactionRates(tx, rates);
  return {
    identities: (await identityNames(tx, workspaceId)).size,
    owners: (await taskOwners(tx, workspaceId)).length,
    seed: await setting(tx, SETTINGS.choiceSeed),
    rates: ratesWith(await reactionRates(tx)),
  };
}
