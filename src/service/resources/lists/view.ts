import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { ListRow } from './queries/lists.ts';

export type ListView = ReplyOf<Table['lists']['get']>;

export function listView({ appUrl }: Context, { id, name, entity, createdAt }: ListRow, size: number): ListView {
  return { id, appUrl: appUrl('lists', id), name, entity, size, createdAt: isoTime(createdAt) };
}
