// What every lint does beside its rules: read each file once, print problems in the form that is wanted, sum up.

import { type Command, Option, type OptionValues } from 'commander';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { type CheckedFile, displayedName } from '../../files/checked-file.ts';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { CliError, type ExitName, UsageError } from '../../terminal/exit.ts';
import { unguarded } from '../../terminal/job-log.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import { type FileProblem, problemView, type SourceTexts } from '../../terminal/problems/problem.ts';
import { fileCases, githubText, gitlabOf, junitText, sarifOf } from '../../terminal/problems/reports.ts';
import { wholeNumber } from '../../terminal/settings.ts';

// A file that a command only shows: what is wrong with it is reported, and does not keep the rest from being shown.

/** Throws CliError (exit 2) for a file that is not YAML, after printing why. */
export async function assertReadable(
  session: Session,
  file: CheckedFile,
  problems: () => Promise<readonly FileProblem[]>,
): Promise<void> {
  if (file.yaml.readable) return;
  const sources = new Map([[file.name, file.yaml.text]]);
  await session.io.stderr.write(
    await problemsText(await problems(), sources, session.print.paint.stderr, session.io.stderr),
  );
  throw new CliError('usage', 'invalid_file', `${displayedName(file)} is not valid YAML`);
}

/** For a file without what is shown: `has no steps`. */
export function nothingToShow(file: CheckedFile, noun: string, missing: string): CliError {
  return new CliError('usage', 'invalid_file', `${displayedName(file)} is not a ${noun}: it has no ${missing}`, {
    hint: `reach ${noun} init writes one to start from`,
  });
}

export async function noteErrors(
  session: Session,
  file: CheckedFile,
  noun: string,
  problems: readonly { readonly severity: string }[],
): Promise<void> {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return;
  const lint = file.name === '-' ? `reach ${noun} lint` : `reach ${noun} lint ${file.name}`;
  await session.print.note(`${displayedName(file)} has ${counted(errors, 'error')}: ${lint}`);
}

/** More at once help no one to fix a file. */
const PROBLEMS_MAX = 100;

const FORMATS = ['human', 'json', 'github', 'gitlab', 'junit', 'sarif'] as const;

export type LintOptions = Partial<OptionsOf<typeof withLintOptions<[], NoOptions, NoOptions>>>;

/** `--format` and `--strict`, the same for every lint. */
export const withLintOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(new Option('--format <format>', 'how problems are printed').choices(FORMATS))
    .option('--strict', 'exit 1 on warnings, too')
    .option(
      '--max-problems <n>',
      'problems to print per file; 0 = all',
      (text) => wholeNumber(text, '--max-problems', 0, 1e9),
      PROBLEMS_MAX,
    );

/** Reads each file once; standard input can be read only once. */
export async function readAll<F extends CheckedFile>(
  names: readonly string[],
  read: (name: string) => Promise<F>,
): Promise<F[]> {
  if (names.filter((name) => name === '-').length > 1) throw new UsageError('standard input (-) is named twice');
  const files = [];
  for (const name of new Set(names)) files.push(await read(name));
  return files;
}

/** `2 errors, 1 warning in 3 files`; `3 files, no problems`. */
function summary(problems: readonly FileProblem[], files: number): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  if (problems.length === 0) return `${counted(files, 'file')}, no problems`;
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return `${parts.join(', ')} in ${counted(files, 'file')}`;
}

async function show(
  session: Session,
  problems: readonly FileProblem[],
  sources: SourceTexts,
  { format, strict }: LintOptions,
) {
  const { print, settings, io, host } = session;
  switch (format ?? (settings.output === 'table' ? 'human' : 'list')) {
    case 'github':
      return await unguarded(io.stdout).write(githubText(problems));
    case 'gitlab':
      return await print.text(`${JSON.stringify(gitlabOf(problems), null, 2)}\n`);
    case 'junit':
      return await print.text(junitText('reach lint', fileCases([...sources.keys()], problems, strict === true)));
    case 'sarif':
      return await print.text(`${JSON.stringify(sarifOf(problems, host.version), null, 2)}\n`);
    case 'json':
      return await print.text(`${JSON.stringify(problems, null, io.stdout.isTTY ? 2 : undefined)}\n`);
    case 'list':
      await print.list(problemView, problems);
      break;
    case 'human':
      await print.text(await problemsText(problems, sources, print.paint.stdout, session.io.stdout));
  }
  // In a workflow the same problems also show up at their lines; on stderr, so that stdout stays what was asked for.
  if (format === undefined) await print.annotate(problems);
}

/** Errors before warnings where not all are shown. */
function few(problems: readonly FileProblem[], most: number): readonly FileProblem[] {
  if (most === 0 || problems.length <= most) return problems;
  const kept = new Set(
    problems.toSorted((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error')).slice(0, most),
  );
  return problems.filter((problem) => kept.has(problem));
}

/** Prints what was found in the files, and says whether it is bad. */
export async function printLint(
  session: Session,
  files: readonly CheckedFile[],
  problems: readonly FileProblem[],
  options: LintOptions,
): Promise<ExitName> {
  const { strict, maxProblems = PROBLEMS_MAX } = options;
  const sources = new Map(files.map(({ name, yaml }) => [name, yaml.text]));
  const displayed = [...groupBy(problems, ({ file }) => file).values()].flatMap((of) => few(of, maxProblems));
  await show(session, displayed, sources, options);
  const left = problems.length - displayed.length;
  if (left > 0) await session.print.note(`${counted(left, 'more problem')} not shown: --max-problems 0 shows all`);
  await session.print.note(summary(problems, files.length));
  return problems.some(({ severity }) => severity === 'error' || strict === true) ? 'bad' : 'done';
}
