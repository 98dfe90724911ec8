// reach lint: everything that is wrong with an outreach folder, before anything is sent.

import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { lintSummary } from '../../shared/job-summary/job-summary.ts';
import { type LintOptions, printLint, withLintOptions } from '../../shared/lint/lint.ts';
import { openFolder, whichFolder } from './folder/folder.ts';
import { readFolder, warnOfStrays } from './folder/read.ts';
import { folderProblems } from './planning/check.ts';

async function lint(session: Session, named: string | undefined, flags: LintOptions): Promise<ExitName> {
  const folder = await openFolder(session.io, whichFolder(session.io, named));
  const read = await readFolder(session.io, folder);
  await warnOfStrays(session.print, read);
  const problems = folderProblems(session, read);
  const files = [...(folder.file === null ? [] : [folder.file]), ...read.files];
  await lintSummary(session, files.length, problems, 'Outreach lint');
  return await printLint(session, files, problems, flags);
}

export const lintFolder: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    withLintOptions(
      leaf('lint', {
        summary: 'Find everything that is wrong with an outreach folder',
        description: [
          'Every file with the rules of the service itself, and what the files say of each other: names that two have, names that',
          'none has, circles, conflicts that nobody settled. Sends nothing and needs no key.',
          'A name that no file has is "unverified": the workspace may have it, and reach plan asks.',
        ].join('\n'),
        output:
          'one problem after the other: file:line:col, message, path, the line with a caret; JSON: the array of problems',
        exits: ['bad'],
        examples: [
          ['reach lint', 'the folder here, or outreach/'],
          ['reach lint outreach --strict', 'warnings count too'],
          ['reach lint --format sarif > lint.sarif', 'for code scanning'],
        ],
      }).argument('[folder]', 'the outreach folder (the working folder, or outreach in it)'),
    ),
    lint,
  );
