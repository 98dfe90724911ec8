import type { Tx } from '../../../core/store.ts';

interface RecordCounts {
  readonly contacts: number;
  readonly companies: number;
  readonly lists: number;
  readonly campaigns: number;
  /** Not revoked. */
  readonly keys: number;
}

/** The number of records in all workspaces. */
export async function countRecords(tx: Tx): Promise<RecordCounts> {
  const counts = await tx.one<RecordCounts>(
    `select (select count(*) from contacts) as contacts, (select count(*) from companies) as companies,
       (select count(*) from lists) as lists, (select count(*) from campaigns) as campaigns,
       (select count(*) from keys where revoked_at is null) as keys`,
  );
  return counts ?? { contacts: 0, companies: 0, lists: 0, campaigns: 0, keys: 0 };
}

/** Without keys, as loading the sample workspace and a reset answer. */
export async function countContents(tx: Tx): Promise<Omit<RecordCounts, 'keys'>> {
  const { contacts, companies, lists, campaigns } = await countRecords(tx);
  return { contacts, companies, lists, campaigns };
}
