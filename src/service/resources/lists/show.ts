import type { Context } from '../../core/context.ts';
import { requireList } from './lookup.ts';
import { listSizes } from './queries/lists.ts';
import { type ListView, listView } from './view.ts';

/** Throws Refusal `not_found`. */
export async function showList(context: Context, id: number): Promise<ListView> {
  const list = await requireList(context, id);
  return listView(context, list, (await listSizes(context.tx, [id])).get(id) ?? 0);
}
