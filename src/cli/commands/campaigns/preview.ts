// reach campaign preview: each message as a contact would get it, missing values marked.

import { createReadStream } from 'node:fs';
import { counted } from '../../../contract/english.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import { CsvError } from '../../files/csv/error.ts';
import { readCsv } from '../../files/csv/read.ts';
import { namedPath } from '../../files/named-path.ts';
import { mapColumns } from '../../import/mapping/map-columns.ts';
import { targetFields } from '../../import/mapping/target-fields.ts';
import { collect, does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { limitOf } from '../../shared/limit/limit.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { plainCell, valueAt } from '../../terminal/formats/cells.ts';
import type { Io } from '../../terminal/io.ts';
import { reasonOf } from '../../terminal/system-error.ts';
import { type MessagePreview, type PreviewContact, Previews, previewView } from './preview-messages.ts';
import { readSource } from './source.ts';

const CONTACTS_SHOWN = 3;

const declare = () =>
  reads('preview', {
    summary: 'Show each message as a contact would get it',
    description:
      'Columns of the CSV file are matched to contact fields as an import does it. Missing values are marked.',
    view: previewView,
    output: 'the messages of each contact; JSON: one object per message, with the fields it is missing',
    exits: ['notFound'],
    uses: [routes.contacts.get, routes.campaigns.get, routes.campaigns.list],
    completes: { campaign: 'campaigns', '--csv': 'file' },
    examples: [
      ['reach campaign preview q3.yaml --csv contacts.csv', `for the first ${CONTACTS_SHOWN} contacts of a file`],
      ['reach campaign preview q3.yaml --contact 4711', 'for a contact of the service'],
      ['reach campaign preview q3.yaml --csv contacts.csv --all --json --fields line,missing', 'who misses what'],
    ],
  })
    .argument('<campaign>', 'campaign file (- = standard input), or id or name of a campaign')
    .option('--contact <ids>', 'contacts of the service, separated by commas (- = standard input)')
    .option('--csv <file>', 'a CSV file with contacts (- = standard input)')
    .option('--map <header=field>', 'the field of a column; repeatable', collect)
    .option('--limit <n>', `at most this many contacts (of a file ${CONTACTS_SHOWN}; 0 = all)`)
    .option('--all', 'every contact');

/** How often each field was missing, over all contacts shown. */
class Missing {
  readonly #counts = new Map<string, number>();
  contacts = 0;

  count(previews: readonly MessagePreview[]): void {
    this.contacts += 1;
    for (const field of new Set(previews.flatMap(({ missing }) => missing))) {
      this.#counts.set(field, (this.#counts.get(field) ?? 0) + 1);
    }
  }

  get text(): string {
    const displayed = counted(this.contacts, 'contact');
    const parts = [...this.#counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    if (parts.length === 0) return `${displayed}, no value missing`;
    return `${displayed}; missing: ${parts.map(([field, count]) => `${field} (${count})`).join(', ')}`;
  }
}

/** Shows the messages for each reader, as the output format wants it, and counts what is missing. */
async function showPreviews(
  session: Session,
  previews: Previews,
  readers: AsyncIterable<PreviewContact>,
  limit: number | null,
): Promise<void> {
  const { print, settings } = session;
  const missing = new Missing();
  let more = false;
  async function* displayed(): AsyncGenerator<PreviewContact> {
    for await (const reader of readers) {
      more = missing.contacts === limit;
      if (more) return;
      missing.count(previews.for(reader));
      yield reader;
    }
  }
  async function* messages(): AsyncGenerator<MessagePreview> {
    for await (const reader of displayed()) yield* previews.for(reader);
  }
  if (settings.output !== 'table') await print.list(previewView, messages());
  else {
    for await (const reader of displayed()) {
      const gap = missing.contacts > 1 ? '\n' : '';
      await print.prose(`${gap}${previews.textFor(reader, print.paint.stdout)}`);
    }
  }
  await print.note(`${missing.text}${more ? '; more available: use --limit N or --all' : ''}`);
}

async function* contactReaders(session: Session, ids: readonly number[]): AsyncGenerator<PreviewContact> {
  const { api } = await session.client();
  for (const id of ids) yield await contactReader(api, id);
}

/** Throws UsageError unless exactly one of the options names contacts. */
async function readersOf(
  session: Session,
  name: string,
  options: OptionsOf<typeof declare>,
): Promise<AsyncIterable<PreviewContact>> {
  const { csv, contact } = options;
  if (csv !== undefined && contact !== undefined) throw new UsageError('--csv and --contact: give one of them');
  const input = csv ?? contact;
  if (input === undefined) {
    throw new UsageError('no contacts given: use --csv FILE', { hint: '--contact ID takes one from the service' });
  }
  if (input === '-' && name === '-') throw new UsageError('standard input (-) is named twice');
  if (csv !== undefined) return csvReaders(session.io, csv, options.map ?? []);
  return contactReaders(session, await idsOf(session.io, input, 'contact'));
}

export const previewCommand = does(declare, async (session, name, options) => {
  const readers = await readersOf(session, name, options);
  const previews = new Previews(await readSource(session, name));
  const limit = limitOf(options, options.contact === undefined ? CONTACTS_SHOWN : 0);
  await showPreviews(session, previews, readers, limit);
});

async function* bytesOf(io: Io, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* name === '-' ? io.stdin.bytes() : createReadStream(namedPath(io, name));
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
async function* csvReaders(io: Io, name: string, map: readonly string[]): AsyncGenerator<PreviewContact> {
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
async function contactReader(api: Api, contactId: number): Promise<PreviewContact> {
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
