// reach campaign lint: everything that is wrong with campaign files, before anything is sent.

import { Option } from 'commander';
import { routes } from '../../../client/routes.ts';
import { offlineKnowledge } from '../../campaign/offline.ts';
import { onlineKnowledge } from '../../campaign/online.ts';
import type { Deps } from '../../command.ts';
import { does, leaf } from '../../command.ts';
import type { ExitName } from '../../exit.ts';
import { UsageError } from '../../exit.ts';
import { problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { githubText } from '../../output/problems/github.ts';
import { problemsText } from '../../output/problems/human.ts';
import { type FileProblem, problemView, type Sources } from '../../output/problems/problem.ts';
import { sarifOf } from '../../output/problems/sarif.ts';
import type { Session } from '../../session.ts';

const FORMATS = ['human', 'json', 'github', 'sarif'] as const;
type Format = (typeof FORMATS)[number];

export interface LintFlags {
  readonly format?: Format;
  readonly strict?: boolean;
  readonly online?: boolean;
}

/** Reads each file once; standard input can be read only once. */
async function readAll(session: Session, names: readonly string[]) {
  if (names.filter((name) => name === '-').length > 1) throw new UsageError('standard input (-) is named twice');
  const files = [];
  for (const name of new Set(names)) files.push(await readCampaign(session.io, name));
  return files;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
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

async function show(session: Session, problems: readonly FileProblem[], sources: Sources, format: Format | undefined) {
  const { print, settings, io, hands } = session;
  switch (format ?? (settings.output === 'table' ? 'human' : 'list')) {
    case 'github':
      return await print.text(githubText(problems));
    case 'sarif':
      return await print.text(`${JSON.stringify(sarifOf(problems, hands.version), null, 2)}\n`);
    case 'json':
      return await print.text(`${JSON.stringify(problems, null, io.stdout.isTTY ? 2 : undefined)}\n`);
    case 'list':
      await print.list(problemView, problems);
      break;
    case 'human':
      await print.text(await problemsText(problems, sources, print.paint.stdout));
  }
  // In a workflow the same problems also show up at their lines; on stderr, so that stdout stays what was asked for.
  if (format === undefined && io.env['GITHUB_ACTIONS'] === 'true') await io.stderr.write(githubText(problems));
}

async function lint(session: Session, names: readonly string[], flags: LintFlags): Promise<ExitName> {
  const files = await readAll(session, names);
  const knowledge = flags.online === true ? await onlineKnowledge(session, files) : offlineKnowledge(session);
  const problems = files.flatMap((file) => problemsOf(file, knowledge));
  const sources = new Map(files.map(({ name, yaml }) => [name, yaml.text]));
  await show(session, problems, sources, flags.format);
  await session.print.note(summary(problems, files.length));
  const isBad = problems.some(({ severity }) => severity === 'error' || flags.strict === true);
  return isBad ? 'bad' : 'done';
}

export function lintCommand(deps: Deps) {
  return does(
    deps,
    leaf('lint', {
      summary: 'Find everything that is wrong with campaign files',
      description: [
        'Checks offline, with the rules of the service itself: every step and condition, branches, subjects, placeholders.',
        'Errors are what the service would refuse; warnings are accepted and surely not meant.',
        'A placeholder that is no standard field is "unverified": the workspace may have it. --online asks it: fields,',
        'owners, voices, campaigns, AI messages of the library.',
      ].join('\n'),
      uses: [routes.contacts.fields, routes.tasks.owners, routes.voices.list, routes.campaigns.get],
      output:
        'one problem after the other: file:line:col, message, path, the line with a caret; JSON: the array of problems',
      exits: ['bad'],
      examples: [
        ['reach campaign lint campaigns/*.yaml', 'all files of a folder'],
        ['reach campaign lint --strict q3.yaml', 'warnings count too'],
        ['reach campaign lint --format sarif campaigns/*.yaml > lint.sarif', 'for code scanning'],
        ['reach campaign lint --online q3.yaml', 'with the fields, owners and voices of the workspace'],
        ['cat q3.yaml | reach campaign lint -', 'standard input'],
      ],
    })
      .argument('<file...>', 'campaign files, YAML or JSON (- = standard input)')
      .addOption(new Option('--format <format>', 'how problems are printed').choices([...FORMATS]))
      .option('--online', 'ask the workspace about what the files name')
      .option('--strict', 'warnings count: exit 1'),
    lint,
  );
}
