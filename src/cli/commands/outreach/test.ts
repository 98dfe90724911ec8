// reach test: the scenarios of an outreach folder.

import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Option } from 'commander';
import { counted } from '../../../contract/english.ts';
import { namedPath } from '../../files/is-file.ts';
import { notReached } from '../../outreach/scenarios/coverage.ts';
import type { ScenarioResult } from '../../outreach/scenarios/run-scenario.ts';
import { scenarioNames } from '../../outreach/scenarios/scenario-file.ts';
import { readFolders } from '../../outreach/scenarios/stage.ts';
import { playAll } from '../../outreach/scenarios/threads.ts';
import { type BuildGroup, does, type OptionsOf, type Program, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { harmless, harmlessLine, viewOf } from '../../terminal/formats/cells.ts';
import { fold } from '../../terminal/formats/width.ts';
import { unguarded } from '../../terminal/job-log.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import type { SourceTexts } from '../../terminal/problems/problem.ts';
import { githubText, gitlabOf, junitText } from '../../terminal/problems/reports.ts';

const FORMATS = ['human', 'json', 'junit', 'github', 'gitlab'] as const;

const declare = () =>
  reads('test', {
    summary: 'Run the scenarios of an outreach folder on a service in memory',
    description: [
      'A scenario is a YAML file in tests/: what is given, what happens, what is expected. Each runs on a local service of its',
      'own, on a clock that stands still until the scenario moves it. Sends nothing to anyone and needs no key.',
    ].join('\n'),
    view: resultView,
    json: 'list',
    output: 'one scenario after another, with what was expected, what happened, and the place in the file',
    exits: ['bad', 'refused'],
    examples: [
      ['reach test', 'all scenarios of the folder here'],
      ['reach test tests/welcome.yaml', 'one of them'],
      ['reach test --format junit > report.xml', 'for CI'],
      ['reach test --coverage', 'what is not tested yet'],
      ['reach test --watch', 'again after every change'],
    ],
    completes: { path: 'file' },
  })
    .argument('[path...]', 'scenario files, or folders with scenarios (tests/ of the outreach folder here)')
    .addOption(new Option('--format <format>', 'how results are printed').choices(FORMATS))
    .option('--lock <name>', 'the workspace whose variables fill the files (that of the profile of reach.yaml)')
    .option('--coverage', 'also name the steps, branches and nodes that no scenario reached')
    .option('--watch', 'run them again whenever a file of the folder changes');

const exitOf = (results: readonly ScenarioResult[]): ExitName =>
  results.some(({ status }) => status === 'invalid')
    ? 'refused'
    : results.every(({ status }) => status === 'passed')
      ? 'done'
      : 'bad';

/** On stderr: stdout is the results. */
async function printCoverage(
  { io, print }: Session,
  reached: ReadonlySet<string>,
  paths: ReadonlySet<string>,
  lock: string | undefined,
): Promise<void> {
  const folders = readFolders(io, lock);
  if (paths.size === 0) await print.note('coverage: no scenario applies a folder');
  for (const path of paths) {
    const read = await folders.of(path);
    const { parts, left } = notReached(read, reached);
    const sources = new Map(read.files.map(({ name, yaml }) => [name, yaml.text]));
    await io.stderr.write(await problemsText(left, sources, print.paint.stderr, io.stderr));
    await print.note(
      `coverage: ${parts - left.length} of ${counted(parts, 'step, branch or node', 'steps, branches and nodes')}`,
    );
  }
}

async function runAll(
  session: Session,
  run: Program['run'],
  paths: readonly string[],
  { format, coverage, lock }: OptionsOf<typeof declare>,
  texts: Set<string>,
): Promise<ExitName> {
  const { print, io, settings } = session;
  const kind = format ?? (settings.output === 'table' ? 'human' : 'list');
  const results: ScenarioResult[] = [];
  const [reached, folders] = [new Set<string>(), new Set<string>()];
  const names = scenarioNames(io, paths);
  await session.progress('', async (tell) => {
    const next = () => tell(`${results.length} of ${counted(names.length, 'scenario')}`);
    next();
    for await (const played of playAll(session, run, names, { coverage, lock })) {
      results.push(played.result);
      texts.add(played.text);
      for (const key of played.reached) reached.add(key);
      for (const path of played.folders) folders.add(path);
      const sources = new Map([[played.result.file, played.text]]);
      if (kind === 'human') await print.text(await resultText(session, played.result, sources));
      next();
    }
  });
  if (coverage === true) await printCoverage(session, reached, folders, lock);
  if (kind === 'junit') await print.text(junitReport(results));
  if (kind === 'gitlab') await print.text(gitlabReport(results));
  if (kind === 'github') await unguarded(io.stdout).write(githubReport(results));
  if (kind === 'json') await print.text(`${JSON.stringify(results, null, io.stdout.isTTY ? 2 : undefined)}\n`);
  if (kind === 'list') await print.list(resultView, results);
  if (format === undefined) {
    await print.annotate(results.flatMap(({ failures }) => failures.map(({ problem }) => problem)));
  }
  await print.note(summaryOf(results));
  return exitOf(results);
}

/** Editors write a file in several steps. */
const SETTLED_MS = 100;

function foldersOf({ io }: Session, paths: readonly string[]): string[] {
  const named = scenarioNames(io, paths).map((name) => dirname(namedPath(io, name)));
  return [...new Set(named.map((folder) => (basename(folder) === 'tests' ? dirname(folder) : folder)))];
}

/** With it; without hidden ones. */
const foldersBelow = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .flatMap(({ name }) => foldersBelow(join(folder, name))),
];

/** Of a folder, or a file that a scenario names, as a table or snapshot that it begins with; not a log or a report. */
const isUsed = (name: string, texts: ReadonlySet<string>): boolean =>
  /\.(ya?ml|csv|xlsx|json)$|^never-contact\./.test(name) ||
  (name.includes('.') && [...texts].some((text) => text.includes(name)));

/** Runs, and runs again whenever a file changes, until it is interrupted. `texts`: the scenarios that have been run. */
async function again(
  session: Session,
  folders: readonly string[],
  texts: ReadonlySet<string>,
  run: () => Promise<ExitName>,
): Promise<ExitName> {
  const { io, print } = session;
  let isChanged = true;
  let wake = () => {};
  const note = (_: string, name: string | Buffer | null) => {
    if (name !== null && !isUsed(String(name), texts)) return;
    isChanged = true;
    wake();
  };
  let watchers: FSWatcher[] = [];
  const unwatch = () => {
    for (const watcher of watchers) watcher.close();
  };
  io.interrupt.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!io.interrupt.aborted) {
      if (isChanged) {
        await io.sleep(SETTLED_MS, io.interrupt);
        isChanged = false;
        unwatch();
        // Each by itself, and again for each run: on Linux a recursive watch misses files that an editor puts in place of others.
        watchers = folders.flatMap(foldersBelow).map((folder) => watch(folder, note));
        await run();
        await print.note('waiting for a change; Ctrl-C ends it');
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unwatch();
  }
  throw io.interrupt.reason;
}

export const testCommand: BuildGroup = (deps) =>
  does(declare, async (session, paths, options) => {
    const texts = new Set<string>();
    const run = () => runAll(session, deps.program.run, paths, options, texts);
    return options.watch === true ? await again(session, foldersOf(session, paths), texts, run) : await run();
  })(deps);

// The results of scenarios: for people, for JUnit, for GitHub Actions.

const resultView = viewOf('scenario', 'scenarios', 'file name status ms:number failures', { id: 'file' });

/** `2 scenarios passed, 1 failed` */
export function summaryOf(results: readonly ScenarioResult[]): string {
  const count = (status: ScenarioResult['status']) => results.filter((one) => one.status === status).length;
  const [failed, invalid] = [count('failed'), count('invalid')];
  const parts = [
    `${counted(count('passed'), 'scenario')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
  ];
  return parts.join(', ');
}

/** One scenario: a line, and below it what went wrong, each at its place, with what happened. */
async function resultText({ print, io }: Session, result: ScenarioResult, sources: SourceTexts): Promise<string> {
  const { stdout: paint } = print.paint;
  const isGood = result.status === 'passed';
  const mark = isGood ? paint.green('passed') : paint.red(result.status);
  const head = `${mark} ${harmlessLine(result.name)} ${paint.dim(`(${harmlessLine(result.file)}, ${result.ms} ms)`)}`;
  const { isTTY, columns } = io.stdout;
  const folded = async (line: string) => (isTTY ? await fold(line, columns) : line);
  const parts = [`${await folded(head)}\n`];
  for (const { problem, timeline } of result.failures) {
    parts.push(await problemsText([problem], sources, paint, io.stdout));
    if (timeline.length > 0) parts.push(`${paint.dim('  what happened:')}\n`);
    for (const line of timeline) parts.push(`${await folded(`    ${harmless(line)}`)}\n`);
  }
  return parts.join('');
}

/** JUnit XML, one case a scenario; an invalid scenario is an error. */
const junitReport = (results: readonly ScenarioResult[]): string =>
  junitText(
    'reach test',
    results.map(({ file, name, status, ms, failures }) => ({
      ...{ file, name, ms },
      failures: failures.map(({ problem: { line, column, message, ...problem }, timeline }) => ({
        tag: status === 'invalid' ? 'error' : 'failure',
        message,
        text: [`${problem.file}:${line}:${column}: ${message}`, ...timeline].join('\n'),
      })),
    })),
  );

const problemsOf = (results: readonly ScenarioResult[]) =>
  results.flatMap(({ failures }) => failures.map(({ problem }) => problem));

const githubReport = (results: readonly ScenarioResult[]): string => githubText(problemsOf(results));

const gitlabReport = (results: readonly ScenarioResult[]): string =>
  `${JSON.stringify(gitlabOf(problemsOf(results)), null, 2)}\n`;
