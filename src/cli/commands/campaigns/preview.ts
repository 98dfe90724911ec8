// reach campaign preview: each message as a contact would get it, missing values marked.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { type LimitOptions, limitOf } from '../../shared/limit/limit.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { contactReader } from './contact-reader.ts';
import { csvReaders } from './csv-readers.ts';
import { type Preview, Previews, previewView, type Reader } from './preview-messages.ts';
import { readSource } from './source.ts';

interface PreviewFlags extends LimitOptions {
  readonly csv?: string;
  readonly contact?: string;
  readonly map?: readonly string[];
}

const CONTACTS_SHOWN = 3;

/** How often each field was missing, over all contacts shown. */
class Missing {
  readonly #counts = new Map<string, number>();
  contacts = 0;

  count(previews: readonly Preview[]): void {
    this.contacts += 1;
    for (const field of new Set(previews.flatMap(({ missing }) => missing))) {
      this.#counts.set(field, (this.#counts.get(field) ?? 0) + 1);
    }
  }

  get text(): string {
    const shown = `${this.contacts} ${this.contacts === 1 ? 'contact' : 'contacts'}`;
    const parts = [...this.#counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    if (parts.length === 0) return `${shown}, no value missing`;
    return `${shown}; missing: ${parts.map(([field, count]) => `${field} (${count})`).join(', ')}`;
  }
}

/** Shows the messages for each reader, as the output format wants it, and counts what is missing. */
async function showPreviews(
  session: Session,
  previews: Previews,
  readers: AsyncIterable<Reader>,
  limit: number | null,
): Promise<void> {
  const { print, settings } = session;
  const missing = new Missing();
  let more = false;
  async function* shown(): AsyncGenerator<Reader> {
    for await (const reader of readers) {
      more = missing.contacts === limit;
      if (more) return;
      missing.count(previews.for(reader));
      yield reader;
    }
  }
  async function* messages(): AsyncGenerator<Preview> {
    for await (const reader of shown()) yield* previews.for(reader);
  }
  if (settings.output !== 'table') await print.list(previewView, messages());
  else {
    for await (const reader of shown()) {
      const gap = missing.contacts > 1 ? '\n' : '';
      await print.text(`${gap}${previews.textFor(reader, print.paint.stdout)}`);
    }
  }
  await print.note(`${missing.text}${more ? '; more follow: --limit N or --all' : ''}`);
}

async function* contactReaders(session: Session, ids: readonly number[]): AsyncGenerator<Reader> {
  const { api } = await session.client({ sustained: ids.length > 1 });
  for (const id of ids) yield await contactReader(api, id);
}

/** Throws UsageError unless exactly one of the flags says for whom. */
async function readersOf(session: Session, name: string, flags: PreviewFlags): Promise<AsyncIterable<Reader>> {
  const { csv, contact } = flags;
  if (csv !== undefined && contact !== undefined) throw new UsageError('--csv and --contact: give one of them');
  const given = csv ?? contact;
  if (given === undefined) {
    throw new UsageError('for whom? Name contacts with --csv FILE', { hint: '--contact ID takes one of the service' });
  }
  if (given === '-' && name === '-') throw new UsageError('standard input (-) is named twice');
  if (csv !== undefined) return csvReaders(session.io, csv, flags.map ?? []);
  return contactReaders(session, await idsOf(session.io, given, 'contact'));
}

export function previewCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('preview', {
      summary: 'Show each message as a contact would get it',
      description:
        'Columns of the CSV file are matched to contact fields as an import does it. Values that are missing are marked.',
      output: 'the messages of each contact; JSON: one object a message, with the fields it misses',
      exits: ['notFound'],
      uses: [routes.contacts.get, routes.campaigns.get, routes.campaigns.list],
      examples: [
        ['reach campaign preview q3.yaml --csv contacts.csv', 'for the first 3 contacts of a file'],
        ['reach campaign preview q3.yaml --contact 4711', 'for a contact of the service'],
        ['reach campaign preview q3.yaml --csv contacts.csv --all --json --fields line,missing', 'who misses what'],
      ],
    })
      .argument('<campaign>', 'campaign file (- = standard input), or id or name of a campaign')
      .option('--contact <ids>', 'contacts of the service, separated by commas (- = standard input)')
      .option('--csv <file>', 'contacts to show it for (- = standard input)')
      .option('--map <header=field>', 'which field a column means; repeat it', collect)
      .option('--limit <n>', `at most this many contacts (of a file ${CONTACTS_SHOWN}; 0 = all)`)
      .option('--all', 'every contact'),
    async (session, name: string, flags: PreviewFlags) => {
      const readers = await readersOf(session, name, flags);
      const previews = new Previews(await readSource(session, name));
      await showPreviews(session, previews, readers, limitOf(flags, flags.contact === undefined ? CONTACTS_SHOWN : 0));
    },
  );
}
