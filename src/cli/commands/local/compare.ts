// reach local compare.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '../../../client/api.ts';
import { own } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { isObject, parseJson } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { keptText } from '../../files/bounded-read.ts';
import { namedPath } from '../../files/named-path.ts';
import { readText } from '../../files/read.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { does, type OptionsOf, writesFile } from '../../session/command.ts';
import { connect, twinFolder } from '../../session/connect.ts';
import { resolveProfile } from '../../session/profiles/resolve-profile.ts';
import { openSession, type Session } from '../../session/session.ts';
import type { ComparedOperation, OwnDefinition } from '../../shared/comparison/compare-services.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { View } from '../../terminal/formats/cells.ts';

const comparisonView: View = {
  noun: 'operation',
  plural: 'operations',
  id: 'operation',
  columns: [{ key: 'operation' }, { key: 'result' }, { key: 'text', title: 'differences', kind: 'prose' }],
  alsoHas: [
    'request',
    'path',
    'parameters',
    'shape',
    'types',
    'enumerations',
    'statuses',
    'rateHeaders',
    'defaults',
    'differences',
    'why',
  ],
};

const declare = () =>
  writesFile('compare', {
    summary: 'Find out how far the local service is like another one',
    description: [
      'Asks the service of a profile what can be asked without changing anything (GETs and the documented searches; nothing else can',
      'be sent), at the rate allowed, and lays its answers and its definition beside those of the local service: over the twin of the',
      'profile where there is one, else over the sample workspace. One row for each operation: same, differs (how), not asked (why).',
      '--record keeps the answers in a file, with every value but words of enumerations made up. --replay compares that file without a',
      'network: it fails where the local service, or what reach knows of the interface, is not as it was.',
    ].join('\n'),
    uses: [routes.account.validate],
    view: comparisonView,
    output: 'one row for each operation; in JSON each aspect, and the differences by aspect',
    exits: ['bad'],
    optionsNotForAgents: ['--record'],
    examples: [
      ['reach local compare --with production', 'exit 1 where something differs'],
      ['reach local compare --with production --record service.json', 'to commit: reach serve --like takes it, too'],
      ['reach local compare --replay service.json', 'in CI: exit 1 where something is not as it was recorded'],
    ],
    completes: { '--with': 'profiles', '--record': 'file', '--replay': 'file' },
  })
    .option('--with <profile>', 'whose service is asked; the current profile by default')
    .option('--record <file>', 'keep what it answered, without personal data')
    .option('--replay <file>', 'compare with what was recorded, and ask no service');

type CompareOptions = OptionsOf<typeof declare>;

/** The store of the twin that was made of a profile; null where there is none. */
function twinStore({ paths }: Session, profile: string): string | null {
  const folders = dirname(twinFolder(paths, 'any'));
  const names = existsSync(folders) ? readdirSync(folders).filter((name) => !name.startsWith('.')) : [];
  const found = names.find((name) => {
    const text = keptText(join(folders, name, 'twin.json'));
    const twin: unknown = text === null ? null : parseJson(text);
    return isObject(twin) && own(twin, 'from') === profile;
  });
  return found === undefined ? null : join(folders, found);
}

/** The local service: over the twin, or in memory over the sample workspace, of which nothing is kept. */
async function openOurs({ host, paths, settings, print, spinner, io }: Session, twin: string | null): Promise<Client> {
  const { now, sleep, random, interrupt } = io;
  const openLocal: typeof host.openLocal = (folder, note) =>
    twin === null
      ? host.openInMemory({ now, sleep, random, interrupt }, { empty: false })
      : host.openLocal(folder, note);
  const profile = resolveProfile(io, paths, 'local');
  const folder = twin ?? undefined;
  return await connect({ host: { ...host, openLocal }, paths, settings, print, spinner, profile, folder });
}

type ComparisonModule = typeof import('../../shared/comparison/known-service.ts');

/** Without a name: the service of the current profile. */
async function ask(
  session: Session,
  profile: string | undefined,
  { knowService }: ComparisonModule,
  defined: OwnDefinition,
) {
  const source = profile === undefined ? session : await openSession(session.host, { ...session.flags, profile });
  try {
    return await session.progress('Asking the service', (tell) => knowService(source, defined, tell));
  } finally {
    if (source !== session) await source.close();
  }
}

/** `shape: has no a, b; also has c. statuses: …` */
function textOf({ differences, why }: ComparedOperation): string {
  const groups = groupBy(differences, ({ aspect }) => aspect);
  const parts = [...groups].map(([aspect, some]) => `${aspect}: ${some.map(({ text }) => text).join('; ')}`);
  return parts.length > 0 ? parts.join('. ') : (why ?? '');
}

async function compare(session: Session, { with: named, record, replay }: CompareOptions): Promise<ExitName> {
  if (replay !== undefined && (named !== undefined || record !== undefined))
    throw new UsageError(`--replay and ${named === undefined ? '--record' : '--with'} exclude each other`);
  const { print, io } = session;
  const [known, { readRecording, recordingText }] = await Promise.all([
    import('../../shared/comparison/known-service.ts'),
    import('../../shared/comparison/recording.ts'),
  ]);
  const before = replay === undefined ? null : readRecording(replay, await readText(io, replay));
  const ours = await openOurs(session, before === null ? twinStore(session, named ?? session.profile().name) : null);
  const { rows, theirs } = await (async () => {
    const defined = await known.definitionOf(ours, io);
    const theirs = before ?? (await ask(session, named, known, defined));
    return { theirs, rows: await known.compareWithLocal(ours, theirs, defined, io.interrupt) };
  })().finally(() => ours.close());
  if (record !== undefined) {
    const text = recordingText({ ...theirs, differences: known.differenceLines(rows) });
    await writeWhole(namedPath(io, record), text, record);
    await print.note(`recorded in ${record}: look through it before you commit it`);
  }
  await print.list(
    comparisonView,
    rows.map((row) => ({ ...row, text: textOf(row) })),
  );
  const of = (result: ComparedOperation['result']) => rows.filter((row) => row.result === result).length;
  await print.note(
    `${counted(rows.length, 'operation')}: ${of('same')} same, ${of('differs')} differ, ${of('not asked')} not asked`,
  );
  if (before === null) return of('differs') > 0 ? 'bad' : 'done';
  const drift = known.driftOf(before.differences, known.differenceLines(rows));
  for (const line of drift) await print.warn(line);
  await print.note(
    drift.length === 0
      ? `as recorded on ${before.at.slice(0, 10)}`
      : `${counted(drift.length, 'difference')} from what was recorded`,
  );
  return drift.length > 0 ? 'bad' : 'done';
}

export const compareCommand = does(declare, compare);
