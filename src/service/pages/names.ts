// Names in place of ids: of lists, campaigns and identities in what a workflow is set to.

import { own } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import type { Context } from '../core/context.ts';
import { campaignNames } from '../resources/campaigns/queries/campaigns.ts';
import { identityNames } from '../resources/identities/queries/senders.ts';
import { listNames } from '../resources/lists/lists.ts';

type Names = Readonly<Record<'list' | 'campaign' | 'identity', ReadonlyMap<number, string>>>;

const LISTS_MAX = 1_000;

export async function readNames(context: Context): Promise<Names> {
  const { tx, principal } = context;
  const { lists } = await listNames(context, null, LISTS_MAX);
  const campaigns = await campaignNames(tx, principal.workspaceId);
  return {
    list: new Map(lists.map(({ id, name }) => [id, name])),
    campaign: new Map(campaigns.map(({ id, name }) => [id, name])),
    identity: await identityNames(tx, principal.workspaceId),
  };
}

const ID_FIELD = /^(?:\w*(list)|(?:leads|company|contact)(list|group)|(campaign)|(?:sender)?(identity))Ids?$/i;

/** The same value, ids in it replaced by names under the name of what they are: `listId: 4` is `list: Newsletter`. */
export function withNames(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const found = ID_FIELD.exec(key)?.slice(1).find(Boolean)?.toLowerCase();
      const kind = found === 'group' ? 'list' : found;
      const known = kind === undefined ? undefined : own(names, kind);
      if (kind === undefined || known === undefined) return [key, withNames(inner, names)];
      const nameOf = (id: unknown) => known.get(Number(id)) ?? `${kind} ${String(id)}`;
      return [
        found === 'group' ? 'list' : key.replace(/Ids?$/, ''),
        Array.isArray(inner) ? inner.map(nameOf) : nameOf(inner),
      ];
    }),
  );
}
