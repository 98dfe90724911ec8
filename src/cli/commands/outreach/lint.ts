import { type OutreachFolder, openFolder, whichFolder } from '../../outreach/folder/folder.ts';
import { type ReadFolder, readFolder, warnOfStrays } from '../../outreach/folder/read.ts';
import { OUTREACH_READS } from '../../outreach/folder/uses.ts';
import { folderProblems } from '../../outreach/planning/check.ts';
import { offlineFolderKnowledge } from '../../outreach/planning/knowledge.ts';
import { folderScenarios } from '../../outreach/scenarios/scenario-file.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { lintSummary } from '../../shared/job-summary.ts';
import { type LintOptions, printLint, withLintOptions } from '../../shared/lint/lint.ts';
import { neverContactOf } from '../../shared/never-contact/entries.ts';
import { folderSearches } from '../../shared/records/search-files.ts';
import type { ExitName } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { FOLDER, withLock } from './options.ts';

async function lintOnline(
  session: Session,
  folder: OutreachFolder,
  options: OptionsOf<typeof declare>,
): Promise<ExitName> {
  const { openOutreach, withFolderProfile } = await import('../../outreach/planning/open.ts');
  const { onlineProblems } = await import('../../outreach/planning/make-plan.ts');
  return await withFolderProfile(session, folder, async (own) => {
    const opened = await openOutreach(own, folder, options.lock);
    const found = await own.progress('Reading what the files refer to', () => onlineProblems(own, opened));
    return await report(own, opened.read, found, options);
  });
}

async function report(
  session: Session,
  { folder, files: resources }: ReadFolder,
  found: readonly FileProblem[],
  options: LintOptions,
): Promise<ExitName> {
  // Neither is part of a workspace.
  const local = [
    ...(await folderScenarios(session.io, folder)),
    ...(await folderSearches(session.io, folder.displayed)),
  ];
  const files = [...(folder.file === null ? [] : [folder.file]), ...resources, ...local];
  const problems = [...found, ...local.flatMap((one) => one.problems)];
  await lintSummary(session, files.length, problems, 'Outreach lint');
  const exit = await printLint(session, files, problems, options);
  // Throws for an entry that cannot be read, as apply does.
  neverContactOf(session, folder.path);
  return exit;
}

const declare = () =>
  withLintOptions(
    withLock(
      reads('lint', {
        summary: 'Find all problems in an outreach folder',
        description: [
          'Checks every file with the rules of the service itself, and the references between files: duplicate names, unknown',
          'names, cycles, unresolved merge conflicts. Sends nothing and needs no key.',
          'A name that is in no file is "unverified": it may exist in the workspace, where --online and reach plan look it up,',
          'together with fields, tones and blocks.',
        ].join('\n'),
        uses: OUTREACH_READS,
        json: 'problems',
        output:
          'one problem after another: file:line:col, message, path, the line with a caret; JSON: the array of problems',
        exits: ['bad'],
        examples: [
          ['reach lint', 'the current folder, or outreach/'],
          ['reach lint outreach --strict', 'fails on warnings, too'],
          ['reach lint outreach --online', 'with the names, fields and blocks of the workspace'],
          ['reach lint --format sarif > lint.sarif', 'for code scanning'],
        ],
        completes: { folder: 'folder' },
      })
        .argument(...FOLDER)
        .option('--online', 'check against the workspace what the files refer to'),
    ),
  );

export const lintFolder = does(declare, async (session, path, options) => {
  const folder = await openFolder(session.io, whichFolder(session.io, path));
  if (options.online === true) return await lintOnline(session, folder, options);
  const named = options.lock ?? session.flags.profile ?? (session.io.env['REACH_PROFILE'] || undefined);
  const read = await readFolder(folder, named ?? folder.settings.profile ?? session.profile().name);
  await warnOfStrays(session.print, read);
  return await report(session, read, folderProblems(read, offlineFolderKnowledge(session)), options);
});
