// Random files, each imported into whatever the files before made of a workspace: what a dry run says of every row, and what then
// becomes of it.

import fc from 'fast-check';
import { COMPANY, openRig, type Rig } from './rig.ts';

export const CONTACT_HEADER = 'id,First name,Last name,Company,Domain,Website,Profile URL,Email,Job title,Mobile,Note';
export const COMPANY_HEADER = 'id,Name,Domain,Website,LinkedIn,Industry,Employees,CRM ID,Note';

/** How an address may be written; without a service that is read whole only the usual ones are found. */
const USUAL = ['', 'https://', 'http://', 'https://www.'];
const PAGE_ENDS = ['', '/'];
const UNUSUAL_STARTS = [...USUAL, 'HTTPS://', 'https://de.', 'https://www.www.'];
const UNUSUAL_ENDS = [...PAGE_ENDS, '/details/', '?trk=x', '#about'];

function spelled(isUsual: boolean, addresses: readonly string[]): fc.Arbitrary<string> {
  const part = (usual: readonly string[], all: readonly string[]) => fc.constantFrom(...(isUsual ? usual : all));
  const whole = fc
    .tuple(part(USUAL, UNUSUAL_STARTS), fc.constantFrom(...addresses), part(PAGE_ENDS, UNUSUAL_ENDS))
    .map((parts) => parts.join(''));
  return fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 3, arbitrary: whole });
}

const names = (...all: string[]) => fc.constantFrom('', ...all);
const NOTE = names('met in Oslo', ' two ', 'N/A');
/** None that the file itself would create. */
const id = (highest: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: highest === 0 ? 0 : 2, arbitrary: fc.integer({ min: 1, max: Math.max(1, highest) }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom('900000001', '12345678901', 'x1') },
  );

/** A domain is searched for as it is sent, and as domains are usually written. */
const domains = (isUsual: boolean) =>
  names('acme.example', isUsual ? 'www.acme.example' : 'HTTPS://WWW.acme.example/about', 'beta.example', 'gmail.com');

/** A number as it is, and as a spreadsheet leaves it. */
const NUMBERS = ['', '+353861934567', '353861934567', '353861000000', '3.53861E+11'];

/** With one before the note; not drawn, so that a seed gives the other cells that it gave before. */
const withNumber = (cells: readonly string[]): readonly string[] =>
  cells.toSpliced(-1, 0, NUMBERS[cells.join('').length % NUMBERS.length] ?? '');

export const contactRow = (highest: number, isUsual: boolean): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      id(highest),
      names('Ada', 'Bob', 'Cy', 'N/A'),
      names('Love', 'Low', '-'),
      names('Acme', 'Acme Inc', 'Beta', ' Beta ', 'N/A'),
      domains(isUsual),
      spelled(isUsual, ['acme.example', 'beta.example/en', 'facebook.com/acme']),
      spelled(isUsual, [
        'network.example/in/ada',
        'network.example/in/bob',
        'network.example/company/acme',
        'network.example/feed',
      ]),
      names('ada@acme.example', 'ADA@acme.example', 'bob@beta.example'),
      names('CEO', 'CTO', '#N/A'),
      NOTE,
    )
    .map(withNumber);

export const companyRow = (highest: number, isUsual: boolean): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      id(highest),
      names('Acme', 'Acme Inc', 'Beta', 'N/A'),
      domains(isUsual),
      spelled(isUsual, ['acme.example', 'beta.example/en', 'facebook.com/acme']),
      spelled(isUsual, ['network.example/company/acme', 'network.example/company/beta', 'network.example/in/ada']),
      names('Software', 'Retail'),
      names('12', '12.0', '51-200', '1000'),
      NOTE,
    )
    .map(withNumber);

export const quoted = (cells: readonly string[]) =>
  cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',');

export interface PredictedFiles {
  readonly files: number;
  readonly seed: number;
  readonly entity: 'contacts' | 'companies';
  /** Whether the workspace is read whole, or searched for what the rows may match. */
  readonly isWhole: boolean;
}

export interface PredictedCounts {
  files: number;
  rows: number;
  readonly statuses: Record<string, number>;
  /** Rows of which something else became, each with its file. */
  readonly wrong: string[];
}

interface RowLine {
  readonly line: number;
  readonly status: string;
  readonly id: number | null;
  readonly matchedBy: string;
  readonly error: string;
  readonly warnings: readonly string[];
}

const linesOf = (rig: Rig, name: string): RowLine[] =>
  rig
    .read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Of a row that is created, the id is not known before; of one that fails, the request id is not. */
const comparable = ({ line, status, id: found, matchedBy, error, warnings }: RowLine, isKnown: boolean): string =>
  JSON.stringify([line, status, isKnown ? found : null, matchedBy, warnings, error.replace(/ \(request id .*\)$/, '')]);

async function listSize({ world }: Rig): Promise<number> {
  const { body } = await world.call('GET', '/v1/lists');
  return body.data.lists[0]?.size ?? 0;
}

/** Files for one workspace, before it has become too large to be a random one. */
const FILES_EACH = 40;

export async function predictImports({ files, seed, entity, isWhole }: PredictedFiles): Promise<PredictedCounts> {
  const counts: PredictedCounts = { files: 0, rows: 0, statuses: {}, wrong: [] };
  const isContacts = entity === 'contacts';
  for (let first = 0; first < files; first += FILES_EACH) {
    const rig = await openRig();
    try {
      for (let at = first; at < Math.min(files, first + FILES_EACH); at += 1) {
        const highest = Number((await rig.records(entity)).at(-1)?.['id'] ?? 0);
        const row = isContacts ? contactRow(highest, !isWhole) : companyRow(highest, !isWhole);
        const input = fc.record({
          rows: fc.array(row, { minLength: 1, maxLength: 12 }),
          bulkItems: fc.integer({ min: 2, max: 5 }),
          note: fc.constantFrom<string[]>([], ['Note']),
          merge: fc.constantFrom(true, true, true, false),
          withList: fc.boolean(),
          again: fc.option(fc.nat(11)),
        });
        const [{ rows: drawn, again, bulkItems, note, merge, withList } = expectNone()] = fc.sample(input, {
          numRuns: 1,
          seed: seed + at,
        });
        const rows = again === null ? drawn : [...drawn, ...drawn.slice(again, again + 1)];
        // A custom field of the file that the workspace has not had so far.
        const header = (isContacts ? CONTACT_HEADER : COMPANY_HEADER).replace(
          'Note',
          at % 5 === 0 ? `Note ${at}` : 'Note',
        );
        const file = `${header}\n${rows.map(quoted).join('\n')}\n`;
        rig.write('in.csv', file);
        const custom = note.length === 0 ? [true as const] : [header.split(',').at(-1) ?? ''];
        const flags = {
          custom,
          merge,
          update: true as const,
          ...(withList && { list: 'Everybody', createList: true as const }),
        };
        const shared = { ...(isContacts ? {} : { entity: COMPANY }), bounds: { bulkItems, bulkRows: 12 } };
        const before = await listSize(rig);
        const dry = await rig.run('in.csv', {
          ...{ ...shared, readWholeMax: isWhole ? 5_000 : 0 },
          flags: { ...flags, dryRun: true, against: 'current', results: 'dry.ndjson' },
        });
        const real = await rig.run('in.csv', {
          ...shared,
          flags: { ...flags, new: true, parallel: '1', results: 'real.ndjson' },
        });
        compare(rig, { dry, real, file, seed: seed + at, added: (await listSize(rig)) - before, withList }, counts);
      }
    } finally {
      await rig.close();
    }
  }
  return counts;
}

function expectNone(): never {
  throw new Error('no file was drawn');
}

interface ComparedRuns {
  readonly dry: Awaited<ReturnType<Rig['run']>>;
  readonly real: Awaited<ReturnType<Rig['run']>>;
  readonly file: string;
  readonly seed: number;
  readonly added: number;
  readonly withList: boolean;
}

function compare(rig: Rig, { dry, real, file, seed, added, withList }: ComparedRuns, counts: PredictedCounts): void {
  counts.files += 1;
  const differences: string[] = [];
  if (dry.code !== real.code) differences.push(`exit ${dry.code} ${dry.stderr}, then ${real.code} ${real.stderr}`);
  if (withList && dry.code !== 2 && dry.summary['added'] !== added)
    differences.push(`${dry.summary['added']} to be added to the list, then ${added}`);
  const predictions = dry.stdout === '' ? [] : linesOf(rig, 'dry.ndjson');
  const outcomes = real.stdout === '' ? [] : linesOf(rig, 'real.ndjson');
  if (predictions.length !== outcomes.length) differences.push(`${predictions.length} rows, then ${outcomes.length}`);
  for (const [at, outcome] of outcomes.entries()) {
    const prediction = predictions[at];
    counts.rows += 1;
    counts.statuses[outcome.status] = (counts.statuses[outcome.status] ?? 0) + 1;
    if (prediction === undefined) continue;
    const isKnown = prediction.id !== null;
    const [one, other] = [comparable(prediction, isKnown), comparable(outcome, isKnown)];
    if (one !== other) differences.push(`${one}, then ${other}`);
  }
  if (differences.length > 0) counts.wrong.push(`seed ${seed}: ${differences.join('; ')}\n${file}`);
}
