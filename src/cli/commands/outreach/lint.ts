// reach lint.

import { openFolder, whichFolder } from '../../outreach/folder/folder.ts';
import { readFolder, warnOfStrays } from '../../outreach/folder/read.ts';
import { folderProblems } from '../../outreach/planning/check.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { lintSummary } from '../../shared/job-summary/job-summary.ts';
import { type LintOptions, printLint, withLintOptions } from '../../shared/lint/lint.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { FOLDER } from './options.ts';

async function lint(session: Session, named: string | undefined, options: LintOptions): Promise<ExitName> {
  const folder = await openFolder(session.io, whichFolder(session.io, named));
  const read = await readFolder(folder);
  await warnOfStrays(session.print, read);
  const problems = folderProblems(session, read);
  const files = [...(folder.file === null ? [] : [folder.file]), ...read.files];
  await lintSummary(session, files.length, problems, 'Outreach lint');
  return await printLint(session, files, problems, options);
}

export const lintFolder = does(
  () =>
    withLintOptions(
      reads('lint', {
        summary: 'Find all problems in an outreach folder',
        description: [
          'Checks every file with the rules of the service itself, and the references between files: duplicate names, unknown',
          'names, cycles, unresolved merge conflicts. Sends nothing and needs no key.',
          'A name that is in no file is "unverified": it may exist in the workspace, where reach plan looks it up.',
        ].join('\n'),
        output:
          'one problem after another: file:line:col, message, path, the line with a caret; JSON: the array of problems',
        exits: ['bad'],
        examples: [
          ['reach lint', 'the current folder, or outreach/'],
          ['reach lint outreach --strict', 'fails on warnings, too'],
          ['reach lint --format sarif > lint.sarif', 'for code scanning'],
        ],
        completes: { folder: 'folder' },
      }).argument(...FOLDER),
    ),
  lint,
);
