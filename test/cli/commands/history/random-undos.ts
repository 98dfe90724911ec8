// Random imports into whatever those before made of a workspace, each predicted, carried out, changed by someone else and taken back.
// Workspaces are compared as the service shows them: field by field, and member by member.

import fc from 'fast-check';
import { COMPANY_HEADER, CONTACT_HEADER, companyRow, contactRow, quoted } from '../../import/predicted-imports.ts';
import { openReach, type Reach } from '../../world.ts';
import { served } from '../outreach/mistakes.ts';
import { falsePredictions } from './prediction-check.ts';
import { differences, type Snapshot, snapshot, textOf } from './snapshot.ts';
import { type Detail, UndoCheck, type UndoneCounts, type UndoneWorkspace } from './undo-checks.ts';

export interface RandomUndos {
  readonly files: number;
  readonly seed: number;
  /** Over a socket, as a service elsewhere: fewer values are read before. */
  readonly isRemote: boolean;
}

export interface UndoCounts extends UndoneCounts {
  files: number;
  imported: number;
  redone: number;
  readonly notes: Record<string, number>;
  /** What was otherwise, each with its file. */
  readonly wrong: string[];
}

const names = (...values: string[]) => fc.constantFrom(...values);

/** What someone else does between an import and its undo. */
const SOMEONE = ['nothing', 'nothing', 'update', 'update', 'company', 'delete', 'member', 'create'] as const;

function inputOf(isContacts: boolean, highest: number) {
  const row = isContacts ? contactRow(highest, true) : companyRow(highest, true);
  return fc.record({
    rows: fc.oneof(
      { weight: 12, arbitrary: fc.array(row, { minLength: 1, maxLength: 12 }) },
      { weight: 1, arbitrary: fc.array(row, { minLength: 101, maxLength: 260 }) },
    ),
    custom: fc.boolean(),
    withList: fc.boolean(),
    flags: names('', '', '', '--no-merge', '--fill-empty', '--only jobTitle,industry,Note', '--keep jobTitle'),
    parallel: names('1', '4'),
    someone: fc.constantFrom(...SOMEONE),
    which: fc.nat(),
    overwrites: fc.constantFrom(false, false, false, true),
    ending: names('leave', 'again', 'redo'),
  });
}

type Drawn = ReturnType<typeof inputOf> extends fc.Arbitrary<infer T> ? T : never;

/** Imports for one workspace, before it has become too large to be a random one. */
const FILES_EACH = 25;

export async function undoImports({ files, seed, isRemote }: RandomUndos): Promise<UndoCounts> {
  const counts: UndoCounts = {
    files: 0,
    imported: 0,
    changedFields: 0,
    restoredFields: 0,
    keptFields: 0,
    named: 0,
    redone: 0,
    notes: {},
    wrong: [],
  };
  for (let first = 0; first < files; first += FILES_EACH) {
    const reach = await openReach();
    const remote = isRemote ? await served(reach) : null;
    try {
      for (let at = first; at < Math.min(files, first + FILES_EACH); at += 1)
        await new UndoneImport(reach, { REACH_NO_HISTORY: '', ...remote?.env }, seed + at, counts).run();
    } finally {
      await remote?.close();
      await reach.close();
    }
  }
  return counts;
}

class UndoneImport {
  readonly #reach: Reach;
  readonly #env: Readonly<Record<string, string>>;
  readonly #seed: number;
  readonly #counts: UndoCounts;
  readonly #isContacts: boolean;
  readonly #noun: string;
  #file = '';
  #line = '';
  #drawn = '';

  constructor(reach: Reach, env: Readonly<Record<string, string>>, seed: number, counts: UndoCounts) {
    this.#reach = reach;
    this.#env = env;
    this.#seed = seed;
    this.#counts = counts;
    this.#isContacts = seed % 3 > 0;
    this.#noun = this.#isContacts ? 'contact' : 'company';
  }

  async #run(line: string) {
    const ran = await this.#reach.clock.run(this.#reach.run(line, { env: this.#env }));
    await this.#reach.clock.advance(1_000);
    return ran;
  }

  #wrong(what: string, all: readonly string[] = ['']): void {
    if (all.length === 0) return;
    const some = all.slice(0, 6).join('\n  ');
    this.#counts.wrong.push(
      `seed ${this.#seed}, ${what}: ${some}\n${this.#line} ${this.#drawn}\n${this.#file.slice(0, 1_500)}`,
    );
  }

  async run(): Promise<void> {
    const before = await snapshot(this.#reach);
    const group = this.#isContacts ? 'contacts' : 'companies';
    const ids = [...before.keys()].flatMap((name) =>
      name.startsWith(`${this.#noun} `) ? Number(name.split(' ')[1]) : [],
    );
    const [drawn] = fc.sample(inputOf(this.#isContacts, Math.max(0, ...ids)), { numRuns: 1, seed: this.#seed });
    if (drawn === undefined) throw new Error('nothing was drawn');
    // A custom field that the workspace has not had so far.
    const header = (this.#isContacts ? CONTACT_HEADER : COMPANY_HEADER).replace(
      'Note',
      this.#seed % 5 === 0 ? `Note ${this.#seed}` : 'Note',
    );
    this.#drawn = JSON.stringify({ ...drawn, rows: drawn.rows.length });
    this.#file = `${header}\n${drawn.rows.map(quoted).join('\n')}\n`;
    this.#reach.write('in.csv', this.#file);
    const list = drawn.withList ? '--list Everybody --create-list' : '';
    const custom = drawn.custom ? '--custom' : '';
    this.#line = `${group} import in.csv --update --yes --json ${custom} ${list} ${drawn.flags}`;
    const dry = await this.#run(`${this.#line} --dry-run --against current --changes changes.csv`);
    const ran = await this.#run(`${this.#line} --new --parallel ${drawn.parallel} --results real.ndjson`);
    this.#counts.files += 1;
    if (dry.code !== ran.code && drawn.parallel === '1')
      this.#wrong('exit', [`${dry.code} ${dry.stderr}`, `${ran.code} ${ran.stderr}`]);
    if (ran.stdout === '') return;
    this.#counts.imported += 1;
    const imported = await snapshot(this.#reach);
    if (drawn.parallel === '1' && dry.stdout !== '') {
      const of = {
        noun: this.#noun,
        changes: this.#reach.read('changes.csv'),
        results: this.#reach.read('real.ndjson'),
        dry: JSON.parse(dry.stdout),
        hasList: drawn.withList,
      };
      for (const [what, lines] of Object.entries(falsePredictions(of, before, imported))) this.#wrong(what, lines);
    }
    const [entry] = JSON.parse((await this.#run('history --limit 1 --json')).stdout);
    if (entry === undefined || !entry.command.includes('--new') || entry.state === 'undone') {
      this.#wrong('no entry', differences(before, imported).map(textOf));
      return;
    }
    await this.#someone(drawn, before, imported);
    const changed = await snapshot(this.#reach);
    await this.#undo(drawn, { before, imported, changed });
    if (drawn.ending === 'again') await this.#reach.run(`${this.#line} --new`);
  }

  /** Through the service, with no history. */
  async #someone({ someone, which }: Drawn, before: Snapshot, imported: Snapshot): Promise<void> {
    const idsOf = (noun: string) =>
      [...imported.keys()].flatMap((name) => (name.startsWith(`${noun} `) ? Number(name.split(' ')[1]) : []));
    const one = (ids: readonly number[]) => ids[which % Math.max(1, ids.length)];
    const changed = differences(before, imported).flatMap(({ record }) => {
      const id = /^contact ([0-9]+)$/.exec(record)?.[1];
      return id === undefined || !imported.has(record) ? [] : Number(id);
    });
    const contacts = changed.length > 0 && which % 4 > 0 ? changed : idsOf('contact');
    const [contact, company, list] = [one(contacts), one(idsOf('company')), one(idsOf('list'))];
    const { world } = this.#reach;
    const value = `Someone ${this.#seed}`;
    if (someone === 'create')
      await world.call('POST', '/v1/contacts', {
        body: { firstName: value, lastName: 'Else', mergeWithExisting: false },
      });
    if (contact === undefined) return;
    const field = ['jobTitle', 'firstName', 'mobilePhone'][which % 3] ?? 'jobTitle';
    if (someone === 'update') await world.call('PATCH', `/v1/contacts/${contact}`, { body: { [field]: value } });
    if (someone === 'company' && company !== undefined)
      await world.call('PATCH', `/v1/companies/${company}`, { body: { industry: value } });
    if (someone === 'delete') await world.call('DELETE', `/v1/contacts/${contact}`);
    if (someone === 'member' && list !== undefined && imported.get(`list ${list}`)?.get('entity') === '"CONTACT"') {
      const isMember = imported.get(`list ${list}`)?.has(`member ${contact}`) === true;
      await world.call(isMember ? 'DELETE' : 'POST', `/v1/lists/${list}/members`, { body: { contactIds: [contact] } });
    }
  }

  async #undo(drawn: Drawn, states: Pick<UndoneWorkspace, 'before' | 'imported' | 'changed'>): Promise<void> {
    const flags = drawn.overwrites ? '--overwrite' : '';
    const dry = await this.#run(`undo --dry-run --json ${flags}`);
    if (differences(states.changed, await snapshot(this.#reach)).length > 0)
      this.#wrong('the dry run changed something');
    const undone = await this.#run(`undo --yes --json ${flags}`);
    if (undone.code > 1 || dry.code !== undone.code)
      return this.#wrong('undo', [`${dry.code} ${dry.stderr}`, undone.stderr]);
    const { details, kept, failed } = JSON.parse(undone.stdout);
    if (undone.code !== (kept + failed > 0 ? 1 : 0)) this.#wrong('exit', [undone.stdout]);
    const isRemote = this.#env['REACH_BASE_URL'] !== undefined;
    const of = { details, overwrites: drawn.overwrites, isRemote, isParallel: drawn.parallel !== '1' };
    const check = new UndoCheck({ ...states, after: await snapshot(this.#reach), ...of });
    this.#wrong('not as it was', check.unexpected(this.#counts));
    this.#wrong('listed, but no one changed it', check.untrue());
    const { missing, more } = check.unforeseen(JSON.parse(dry.stdout));
    this.#wrong('foreseen of the undo, but it did not happen', missing);
    this.#wrong('not foreseen of the undo', more);
    for (const { note, change } of details as readonly Detail[]) {
      const name = `${change}: ${note.replace(/[:;].*/, '')}`;
      this.#counts.notes[name] = (this.#counts.notes[name] ?? 0) + 1;
    }
    if (drawn.ending === 'redo' && drawn.someone === 'nothing') await this.#redo(states.imported);
  }

  /** An undo that is taken back does everything again: contacts under other ids. */
  async #redo(imported: Snapshot): Promise<void> {
    const [{ id }] = JSON.parse((await this.#run('history --limit 1 --json')).stdout);
    const redone = await this.#run(`undo ${id} --yes --json`);
    if (redone.code > 1) return this.#wrong('redo', [redone.stderr]);
    const { details } = JSON.parse(redone.stdout);
    this.#counts.redone += 1;
    // Nothing of its own, and no way to name its company: such a contact cannot be made.
    const failed = new Set((details as Detail[]).flatMap(({ change, id }) => (change === 'failed' ? String(id) : [])));
    const isFailed = (record: string) => failed.has(/^(?:contact|member) (.*)$/.exec(record)?.[1] ?? '');
    const text = (state: Snapshot) => {
      const lines = [...state].flatMap(([record, values]) => {
        if (!/^(contact|company) /.test(record) || isFailed(record)) return [];
        const kept = [...values].filter(([field]) => field !== 'companyId');
        return `${record.split(' ')[0]} ${JSON.stringify(kept.sort())}`;
      });
      const lists = [...state].flatMap(([record, values]) =>
        record.startsWith('list ')
          ? `${record} with ${[...values.keys()].filter((field) => field.startsWith('member ') && !isFailed(field)).length}`
          : [],
      );
      return [...lines, ...lists].sort();
    };
    const [wanted, actual] = [text(imported), text(await snapshot(this.#reach))];
    if (JSON.stringify(wanted) !== JSON.stringify(actual))
      this.#wrong('redone', [
        ...wanted.filter((line) => !actual.includes(line)).map((line) => `- ${line}`),
        ...actual.filter((line) => !wanted.includes(line)).map((line) => `+ ${line}`),
        `${wanted.length} ${actual.length} ${JSON.stringify(details)}`,
      ]);
  }
}
