// Contacts or companies by their ids: `--contacts` and `--companies`, declared once.

import type { Command, OptionValues } from 'commander';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { recordIdsOf } from '../lookup/record.ts';

export const withRecordIds = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--contacts <ids>', 'ids, emails or names, separated by commas (- = standard input)')
    .option('--companies <ids>', 'ids, names or domains, ids separated by commas (- = standard input)');

export type RecordIdsOptions = OptionsOf<typeof withRecordIds<[], NoOptions, NoOptions>>;

/** The ids under the API's key; null when neither option is given. Of both, the contacts. */
export async function namedRecords(
  session: Session,
  { contacts, companies }: RecordIdsOptions,
): Promise<{ readonly contactIds: number[] } | { readonly companyIds: number[] } | null> {
  if (contacts !== undefined) return { contactIds: await recordIdsOf(session, 'contact', [contacts]) };
  if (companies !== undefined) return { companyIds: await recordIdsOf(session, 'company', [companies]) };
  return null;
}
