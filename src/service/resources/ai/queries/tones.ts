import { sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

export interface ToneRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
}

/** The workspace's own tones, oldest first. */
export async function ownTones(tx: Tx, workspaceId: number): Promise<ToneRow[]> {
  return tx.all<ToneRow>(sql`select id, name, description from ai_tones where workspace_id = ${workspaceId}
    order by id`);
}

/** Creates the tone if there is none with this name; returns its id. */
export async function ensureTone(tx: Tx, workspaceId: number, { name, description }: Omit<ToneRow, 'id'>) {
  await tx.run(sql`insert into ai_tones (workspace_id, name, description)
    values (${workspaceId}, ${name}, ${description})
    on conflict (workspace_id, name) do nothing`);
  const row = await tx.one<{ id: number }>(sql`select id from ai_tones
    where workspace_id = ${workspaceId} and name = ${name}`);
  if (row === undefined) throw new Error(`tone ${name} was not stored`);
  return row.id;
}
