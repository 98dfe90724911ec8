// reach campaign preview: each message as a contact would get it, missing values marked.

import { csvReaders } from '../../campaign/csv-readers.ts';
import { readDrawable } from '../../campaign/drawable.ts';
import { type Preview, Previews, previewView, type Reader } from '../../campaign/preview.ts';
import type { Deps } from '../../command.ts';
import { does, leaf } from '../../command.ts';
import { type LimitFlags, limitOf } from '../../entity/verbs/list.ts';
import { UsageError } from '../../exit.ts';
import type { Session } from '../../session.ts';

interface PreviewFlags extends LimitFlags {
  readonly csv?: string;
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
    return `${shown}; missing: ${parts.map(([field, count]) => `${field} ${count} times`).join(', ')}`;
  }
}

/** Shows the messages for each reader, as the output format wants it, and counts what is missing. */
export async function showPreviews(
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

const collect = (value: string, before: string[] = []) => [...before, value];

export function previewCommand(deps: Deps) {
  return does(
    deps,
    leaf('preview', {
      summary: 'Show each message as a contact would get it',
      description:
        'Columns of the CSV file are matched to contact fields as an import does it. Values that are missing are marked.',
      output: 'the messages of each contact; JSON: one object a message, with the fields it misses',
      exits: ['refused'],
      examples: [
        ['reach campaign preview q3.yaml --csv contacts.csv', 'for the first 3 contacts of a file'],
        ['reach campaign preview q3.yaml --csv contacts.csv --all --json --fields line,missing', 'who misses what'],
      ],
    })
      .argument('<file>', 'campaign file (- = standard input)')
      .option('--csv <file>', 'contacts to show it for (- = standard input)')
      .option('--map <header=field>', 'which field a column means; repeat it', collect)
      .option('--limit <n>', `at most this many contacts (${CONTACTS_SHOWN}; 0 = all)`)
      .option('--all', 'every contact'),
    async (session, name: string, flags: PreviewFlags) => {
      if (flags.csv === undefined) throw new UsageError('for whom? Name contacts with --csv FILE');
      if (flags.csv === '-' && name === '-') throw new UsageError('standard input (-) is named twice');
      const previews = new Previews(await readDrawable(session, name));
      const readers = csvReaders(session.io, flags.csv, flags.map ?? []);
      await showPreviews(session, previews, readers, limitOf(flags, CONTACTS_SHOWN));
    },
  );
}
