// Who a preview is for: contacts of the service, or the rows of a CSV file.

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Api } from '../../../contract/table.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import { CsvError } from '../../files/csv/error.ts';
import { readCsv } from '../../files/csv/read.ts';
import { mapColumns } from '../../import/mapping/map-columns.ts';
import { targetFields } from '../../import/mapping/target-fields.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { plainCell, valueAt } from '../../terminal/formats/cells.ts';
import type { Io } from '../../terminal/io.ts';
import { reasonOf } from '../../terminal/system-error.ts';
import type { PreviewContact } from './preview-messages.ts';

async function* bytesOf(io: Io, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* name === '-' ? io.stdin.bytes() : createReadStream(resolve(io.cwd, name));
  } catch (error) {
    throw error instanceof CliError ? error : new UsageError(`cannot read ${name}: ${reasonOf(error)}`);
  }
}

function placed(error: unknown, name: string): unknown {
  if (!(error instanceof CsvError)) return error;
  const { line, code, message, hint, exit } = error;
  return new CliError(exit, code, `${name}${line === null ? '' : `:${line}`}: ${message}`, { hint });
}

/** What names a contact, the most specific first. */
function labelOf(value: (field: string) => string | null, line: number): string {
  const name = [value('firstName'), value('lastName')].filter((part) => part !== null).join(' ');
  return name || value('professionalEmail') || value('networkProfileUrl') || `line ${line}`;
}

/**
 * Contacts as they come. Columns are matched to fields as an import does it; one that matches no standard field is a
 * custom field. Throws UsageError
 * for a file that cannot be read or a `--map` that cannot be, CliError with the line for one that is not CSV.
 */
export async function* csvReaders(io: Io, name: string, map: readonly string[]): AsyncGenerator<PreviewContact> {
  try {
    const csv = await readCsv(bytesOf(io, name), { unguard: true });
    const mapping = mapColumns(csv.header.cells, { map, custom: 'all' }, targetFields('CONTACT', null));
    const problem = mapping.problems.join('; ');
    if (problem !== '') throw new UsageError(problem);
    for await (const rows of csv.batches) {
      for (const { cells, line } of rows) {
        const values = new Map(mapping.columns.map(({ index, field }) => [field, (cells[index] ?? '').trim()]));
        if ([...values.values()].every((value) => value === '')) continue;
        const read = (field: string) => values.get(field) || null;
        yield { label: labelOf(read, line), line, valueOf: read };
      }
    }
  } catch (error) {
    throw placed(error, name);
  }
}

/** Throws ApiError for an id that no contact has. Fields of the company are found under their names on a contact. */
export async function contactReader(api: Api, contactId: number): Promise<PreviewContact> {
  const contact = await api.contacts.get({ params: { contactId } });
  const read = (field: string): string | null => {
    const ofCompany = COMPANY_ALIASES.get(field);
    const value =
      valueAt(contact, field) ?? (ofCompany === undefined ? null : valueAt(contact, `company.${ofCompany}`));
    return plainCell(value) || null;
  };
  const name = [read('firstName'), read('lastName')].filter((part) => part !== null).join(' ');
  return { label: name || read('professionalEmail') || `contact ${contactId}`, line: null, valueOf: read };
}
