import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { TagRow } from './queries/tags.ts';

export type TagView = ReplyOf<Table['inbox']['createTag']>;

export function tagView({ id, name, color, createdAt }: TagRow): TagView {
  return { id, name, color, createdAt: isoTime(createdAt) };
}
