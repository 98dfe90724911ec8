// reach playbook lint.

import { playbookProblems, readPlaybook } from '../../files/playbook-file.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { type LintOptions, printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import type { ExitName } from '../../terminal/exit.ts';

async function lint(session: Session, names: readonly string[], options: LintOptions): Promise<ExitName> {
  const files = await readAll(names, (name) => readPlaybook(session.io, name));
  const found = await Promise.all(files.map((file) => playbookProblems(file, undocumentedRules(session))));
  return await printLint(session, files, found.flat(), options);
}

export const lintCommand = does(
  () =>
    withLintOptions(
      reads('lint', {
        summary: 'Find all problems in playbook files',
        description: [
          'Checks offline, with the rules of the service itself: sections, match keys, fields, one main product.',
          'Fields that a new item needs are only a warning, as the item may exist already; diff and apply know.',
        ].join(' '),
        json: 'problems',
        output:
          'one problem after another: file:line:col, message, path, the line with a caret; JSON: the array of problems',
        exits: ['bad'],
        examples: [
          ['reach playbook lint playbook.yaml', 'one file'],
          ['reach playbook lint --strict --format github playbooks/*.yaml', 'in CI; fails on warnings, too'],
          ['cat playbook.yaml | reach playbook lint -', 'standard input'],
        ],
        completes: { file: 'file' },
      }).argument('<file...>', 'playbook files, YAML or JSON (- = standard input)'),
    ),
  lint,
);
