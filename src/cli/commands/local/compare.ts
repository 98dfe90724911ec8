// reach local compare.

import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { namedPath } from '../../files/named-path.ts';
import { readText } from '../../files/read.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { does, type OptionsOf, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { ComparedOperation } from '../../shared/comparison/compare-services.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

const comparisonView = viewOf('operation', 'operations', 'operation result text:prose', {
  id: 'operation',
  alsoHas: 'request path parameters shape types enumerations statuses rateHeaders defaults differences why',
  titles: { text: 'differences' },
});

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
    json: 'list',
    output: 'one row for each operation; in JSON each aspect, and the differences by aspect',
    exits: ['bad'],
    optionsNotForAgents: ['--record'],
    examples: [
      ['reach local compare --with production', 'exit 1 where something differs'],
      ['reach local compare --with production --record service.json', 'to commit: reach serve --like takes it, too'],
      ['reach local compare --replay service.json', 'in CI: exit 1 where something is not as it was recorded'],
    ],
    completes: { '--with': 'profiles' },
  })
    .option('--with <profile>', 'whose service is asked; the current profile by default')
    .option('--record <file>', 'keep what it answered, without personal data')
    .option('--replay <file>', 'compare with what was recorded, and ask no service');

type CompareOptions = OptionsOf<typeof declare>;

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
  const { rows, theirs, over } = await known.compareWithLocal(session, before ?? named);
  if (record !== undefined) {
    // What a replay finds, which is over the sample workspace.
    const replayed = await known.compareWithLocal(session, { ...theirs, differences: [] });
    const text = recordingText({ ...theirs, differences: known.differenceLines(replayed.rows) });
    await writeWhole(namedPath(io, record), text, record);
    await print.note(`recorded in ${record}: look through it before you commit it`);
  }
  await print.list(
    comparisonView,
    rows.map((row) => ({ ...row, text: textOf(row) })),
  );
  const of = (result: ComparedOperation['result']) => rows.filter((row) => row.result === result).length;
  await print.note(
    `${counted(rows.length, 'operation')}: ${of('same')} same, ${of('differs')} differ, ${of('not asked')} not asked; ` +
      `local service over ${over}`,
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
