import type { ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { choiceSeed, reactionRates, setChoiceSeed, setReactionRates } from '../../core/queries/settings.ts';
import { ratesWith } from '../../stand-ins/engagement.ts';
import { ensureIdentity, ensureTaskOwner, identityNames, taskOwners } from '../identities/queries/senders.ts';
import { updateIdentity } from '../identities/update.ts';

type Setup = Table['local']['setup'];

/** Sets what no endpoint of the interface sets. The first sender takes over the place of the first that is there. */
export async function setUp(context: Context, input: ParsedOf<Setup>['body']): Promise<ReplyOf<Setup>> {
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
  if (seed !== undefined) await setChoiceSeed(tx, seed);
  if (rates !== undefined) await setReactionRates(tx, rates);
  return {
    identities: (await identityNames(tx, workspaceId)).size,
    owners: (await taskOwners(tx, workspaceId)).length,
    seed: await choiceSeed(tx),
    rates: ratesWith(await reactionRates(tx)),
  };
}
