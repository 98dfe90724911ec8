// reach campaign preview: each message as a contact would get it, missing values marked.

import { createReadStream } from 'node:fs';
import { counted } from '../../../contract/english.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { messagesOf } from '../../../rules/campaigns/messages.ts';
import { senderValue } from '../../../rules/campaigns/sender.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import { CsvError } from '../../files/csv/error.ts';
import { readCsv, unguardedRow } from '../../files/csv/read.ts';
import { namedPath } from '../../files/is-file.ts';
import { guessLine } from '../../files/rows/source-file.ts';
import { mapColumns } from '../../import/mapping/map-columns.ts';
import { targetFields } from '../../import/mapping/target-fields.ts';
import { collect, does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { limitOf } from '../../shared/limit.ts';
import { findIdentity } from '../../shared/lookup/by-name.ts';
import { idsOf } from '../../shared/lookup/match.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { harmless, plainCell, valueAt } from '../../terminal/formats/cells.ts';
import type { Io } from '../../terminal/io.ts';
import { reasonOf } from '../../terminal/system-error.ts';
import {
  type MessagePreview,
  type PreviewContact,
  type PreviewSender,
  Previews,
  previewView,
} from './preview-messages.ts';
import { type CampaignSource, readSource } from './view.ts';

const CONTACTS_SHOWN = 3;

const declare = () =>
  reads('preview', {
    summary: 'Show each message as a contact would get it',
    description:
      'Columns of the CSV file are matched to contact fields as an import does it. {identity.…} is filled from the sender, whose signature follows emails: that of --from, else of the campaign. Missing values are marked, and counted at the end.',
    view: previewView,
    json: 'list',
    output: 'the messages of each contact; JSON: one object per message, with the fields it is missing',
    exits: ['notFound'],
    uses: [routes.contacts.get, routes.campaigns.get, routes.campaigns.list, routes.identities.list],
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
    .option('--from <identity>', 'the sender: name, email or id (that of the campaign)')
    .option('--limit <n>', `at most this many contacts (of a file ${CONTACTS_SHOWN}; 0 = all)`)
    .option('--all', 'every contact');

const NAMED_CONTACTS = 3;
const NO_SENDER = 'identity.…';

/** For whom each field was missing, over all contacts shown. */
class Missing {
  readonly #whom = new Map<string, { count: number; readonly named: string[] }>();
  readonly #hasSender: boolean;
  contacts = 0;

  constructor(hasSender: boolean) {
    this.#hasSender = hasSender;
  }

  count({ label }: PreviewContact, previews: readonly MessagePreview[]): void {
    this.contacts += 1;
    for (const field of new Set(previews.flatMap(({ missing }) => missing).map((name) => this.#named(name)))) {
      const whom = this.#whom.get(field) ?? { count: 0, named: [] };
      whom.count += 1;
      if (whom.named.length < NAMED_CONTACTS) whom.named.push(harmless(label));
      this.#whom.set(field, whom);
    }
  }

  /** Without a sender none of its fields has a value: they are one. */
  #named(field: string): string {
    return field.startsWith('identity.') && !this.#hasSender ? NO_SENDER : harmless(field);
  }

  #textOf(field: string, { count, named }: { readonly count: number; readonly named: readonly string[] }): string {
    if (field === NO_SENDER) return 'no sender: use --from NAME';
    if (count === this.contacts && count > 1) return `all ${count}`;
    return `${count}: ${named.join(', ')}${count > named.length ? ', …' : ''}`;
  }

  get text(): string {
    const displayed = counted(this.contacts, 'contact');
    const parts = [...this.#whom].toSorted(([a, m], [b, n]) => n.count - m.count || (a < b ? -1 : 1));
    if (parts.length === 0) return `${displayed}, no value missing`;
    return `${displayed}; missing: ${parts.map(([field, whom]) => `${field} (${this.#textOf(field, whom)})`).join(', ')}`;
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
  const missing = new Missing(previews.hasSender);
  let more = false;
  async function* displayed(): AsyncGenerator<PreviewContact> {
    for await (const reader of readers) {
      more = missing.contacts === limit;
      if (more) return;
      missing.count(reader, previews.for(reader));
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
  if (csv !== undefined) return csvReaders(session, csv, options.map ?? []);
  return contactReaders(session, await idsOf(session.io, input, 'contact'));
}

export const previewCommand = does(declare, async (session, name, options) => {
  const readers = await readersOf(session, name, options);
  const source = await readSource(session, name);
  const previews = new Previews(source, await senderOf(session, source, options.from));
  const limit = limitOf(options, options.contact === undefined ? CONTACTS_SHOWN : 0);
  await showPreviews(session, previews, readers, limit);
});

/** The sender; undefined where there is none. A sender of the file that cannot be read is a warning. */
async function senderOf(
  session: Session,
  { file, steps }: CampaignSource,
  from: string | undefined,
): Promise<PreviewSender | undefined> {
  const input = isObject(file.source) ? (getOwn(file.source, 'identity') ?? getOwn(file.source, 'identityId')) : null;
  const word = from ?? (typeof input === 'string' || typeof input === 'number' ? String(input) : undefined);
  const isRead = messagesOf(steps).some(
    ({ type, subject, content }) => type === 'email' || `${subject}${content}`.includes('{identity.'),
  );
  if (word === undefined || (from === undefined && !isRead)) return undefined;
  try {
    const identity = await findIdentity(session, word);
    const record: JsonObject = { ...identity };
    return { valueOf: (field) => senderValue(record, field), signature: identity.signature ?? null };
  } catch (error) {
    if (from !== undefined || !(error instanceof Error) || session.io.interrupt.aborted) throw error;
    await session.print.warn(harmless(`the sender cannot be read: ${error.message}`));
    return undefined;
  }
}

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
async function* csvReaders(
  { io, print }: Session,
  name: string,
  map: readonly string[],
): AsyncGenerator<PreviewContact> {
  try {
    const csv = await readCsv(bytesOf(io, name));
    const mapping = mapColumns(unguardedRow(csv.header).cells, { map, custom: 'all' }, targetFields('CONTACT', null));
    const problem = mapping.problems.join('; ');
    if (problem !== '') throw new UsageError(problem);
    let isGuessPrinted = false;
    for await (const rows of csv.batches) {
      const guess = csv.guess?.() ?? null;
      if (guess !== null && !isGuessPrinted) await print.note(guessLine(guess));
      isGuessPrinted = guess !== null;
      for (const { cells, line } of rows.map(unguardedRow)) {
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
