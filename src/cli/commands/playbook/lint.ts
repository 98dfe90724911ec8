// reach playbook lint: everything that is wrong with playbook files, before anything is sent.

import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { playbookProblems, readPlaybook } from '../../files/playbook-file.ts';
import { type LintFlags, lintOptions, printLint, readAll } from '../../shared/lint/lint.ts';

async function lint(session: Session, names: readonly string[], flags: LintFlags): Promise<ExitName> {
  const files = await readAll(names, (name) => readPlaybook(session.io, name));
  return await printLint(
    session,
    files,
    files.flatMap((file) => playbookProblems(file)),
    flags,
  );
}

export function lintCommand(deps: Deps) {
  const command = leaf('lint', {
    summary: 'Find everything that is wrong with playbook files',
    description: [
      'Checks offline, with the rules of the service itself: sections, match keys, fields, one main product.',
      'What a new item lacks is a warning, for the workspace may have the item already; diff and apply know.',
    ].join(' '),
    output:
      'one problem after the other: file:line:col, message, path, the line with a caret; JSON: the array of problems',
    exits: ['bad'],
    examples: [
      ['reach playbook lint playbook.yaml', 'one file'],
      ['reach playbook lint --strict --format github playbooks/*.yaml', 'in CI: warnings count'],
      ['cat playbook.yaml | reach playbook lint -', 'standard input'],
    ],
  }).argument('<file...>', 'playbook files, YAML or JSON (- = standard input)');
  return doesUntyped(deps, lintOptions(command), lint);
}
