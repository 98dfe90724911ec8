// reach test: the scenarios of an outreach folder.

import { Option } from 'commander';
import { readScenario, scenarioNames } from '../../outreach/scenarios/find.ts';
import { githubReport, junitText, resultText, resultView, summaryOf } from '../../outreach/scenarios/report.ts';
import { runScenario, type ScenarioResult } from '../../outreach/scenarios/run-scenario.ts';
import { type BuildGroup, does, type OptionsOf, type Program, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { unguarded } from '../../terminal/job-log.ts';

const FORMATS = ['human', 'json', 'junit', 'github'] as const;

const declare = () =>
  reads('test', {
    summary: 'Run the scenarios of an outreach folder on a service in memory',
    description: [
      'A scenario is a YAML file in tests/: what is given, what happens, what is expected. Each runs on a local service of its',
      'own, on a clock that stands still until the scenario moves it. Sends nothing to anyone and needs no key.',
    ].join('\n'),
    view: resultView,
    output: 'one scenario after another, with what was expected, what happened, and the place in the file',
    exits: ['bad', 'refused'],
    examples: [
      ['reach test', 'all scenarios of the folder here'],
      ['reach test tests/welcome.yaml', 'one of them'],
      ['reach test --format junit > report.xml', 'for CI'],
    ],
    completes: { path: 'file' },
  })
    .argument('[path...]', 'scenario files, or folders with scenarios (tests/ of the outreach folder here)')
    .addOption(new Option('--format <format>', 'how results are printed').choices(FORMATS));

type TestOptions = OptionsOf<typeof declare>;

const exitOf = (results: readonly ScenarioResult[]): ExitName =>
  results.some(({ status }) => status === 'invalid')
    ? 'refused'
    : results.every(({ status }) => status === 'passed')
      ? 'done'
      : 'bad';

async function runAll(
  session: Session,
  run: Program['run'],
  paths: readonly string[],
  { format }: TestOptions,
): Promise<ExitName> {
  const { print, io, settings } = session;
  const kind = format ?? (settings.output === 'table' ? 'human' : 'list');
  const results: ScenarioResult[] = [];
  for (const name of scenarioNames(io, paths)) {
    const file = await readScenario(io, name);
    const result = await session.progress(name, () => runScenario(session, run, file));
    results.push(result);
    if (kind === 'human') await print.text(await resultText(session, result, new Map([[name, file.yaml.text]])));
  }
  if (kind === 'junit') await print.text(junitText(results));
  if (kind === 'github') await unguarded(io.stdout).write(githubReport(results));
  if (kind === 'json') await print.text(`${JSON.stringify(results, null, io.stdout.isTTY ? 2 : undefined)}\n`);
  if (kind === 'list') await print.list(resultView, results);
  if (format === undefined) {
    await print.annotate(results.flatMap(({ failures }) => failures.map(({ problem }) => problem)));
  }
  await print.note(summaryOf(results));
  return exitOf(results);
}

export const testCommand: BuildGroup = (deps) =>
  does(declare, (session, paths, options) => runAll(session, deps.program.run, paths, options))(deps);
