// Contacts or companies by their ids: `--contacts` and `--companies`, declared once.

import type { Command, OptionValues } from 'commander';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Io } from '../../terminal/io.ts';
import { idsOf } from '../lookup/ids.ts';

export const withRecordIds = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--contacts <ids>', 'contact ids, separated by commas (- = standard input)')
    .option('--companies <ids>', 'company ids, separated by commas (- = standard input)');

export type RecordIdsOptions = OptionsOf<typeof withRecordIds<[], NoOptions, NoOptions>>;

/** The ids under the API's key; null when neither option is given. Of both, the contacts. */
export async function recordIdsOf(
  io: Io,
  { contacts, companies }: RecordIdsOptions,
): Promise<{ readonly contactIds: number[] } | { readonly companyIds: number[] } | null> {
  if (contacts !== undefined) return { contactIds: await idsOf(io, contacts, 'contact') };
  if (companies !== undefined) return { companyIds: await idsOf(io, companies, 'company') };
  return null;
}
