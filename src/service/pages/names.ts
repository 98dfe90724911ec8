// Names in place of ids: of lists, campaigns and identities in what a workflow is set to.

import { getOwn } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import type { Context } from '../core/context.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { listIdentities } from '../resources/identities/read.ts';
import { listNames } from '../resources/lists/lists.ts';

type Names = Readonly<Record<'list' | 'campaign' | 'identity', ReadonlyMap<number, string>>>;

const NAMED = { page: 1, pageSize: 1_000 };

export async function readNames(context: Context): Promise<Names> {
  const byId = (rows: readonly { readonly id: unknown; readonly name?: string | null }[]) =>
    new Map(rows.map(({ id, name }) => [Number(id), name ?? String(id)]));
  return {
    list: byId((await listNames(context, null, NAMED.pageSize)).lists),
    campaign: byId((await listCampaigns(context, NAMED)).campaigns),
    identity: byId((await listIdentities(context, NAMED)).identities),
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
      const known = kind === undefined ? undefined : getOwn(names, kind);
      if (kind === undefined || known === undefined) return [key, withNames(inner, names)];
      const nameOf = (id: unknown) => known.get(Number(id)) ?? `${kind} ${String(id)}`;
      return [
        found === 'group' ? 'list' : key.replace(/Ids?$/, ''),
        Array.isArray(inner) ? inner.map(nameOf) : nameOf(inner),
      ];
    }),
  );
}
