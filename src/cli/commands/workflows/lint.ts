// reach workflow lint: everything that is wrong with workflow files, before anything is sent.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { problemsOf, readWorkflow } from '../../files/workflow-file.ts';
import { lintSummary } from '../../shared/job-summary/job-summary.ts';
import { hintAtFolder, type LintOptions, printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { offlineKnowledge, onlineKnowledge } from '../../shared/lint/workflow-knowledge.ts';

interface WorkflowLintFlags extends LintOptions {
  readonly online?: boolean;
  readonly publish?: boolean;
}

async function lint(session: Session, names: readonly string[], flags: WorkflowLintFlags): Promise<ExitName> {
  const files = await readAll(names, (name) => readWorkflow(session.io, name));
  const knowledge = flags.online === true ? await onlineKnowledge(session, files) : offlineKnowledge(session);
  const strictness = flags.publish === true ? 'publish' : undefined;
  const problems = files.flatMap((file) => problemsOf(file, knowledge, strictness));
  await lintSummary(session, files.length, problems);
  const exit = await printLint(session, files, problems, flags);
  await hintAtFolder(session, files, problems);
  return exit;
}

export function lintCommand(deps: Deps) {
  const command = leaf('lint', {
    summary: 'Find everything that is wrong with workflow files',
    description: [
      'Checks offline, with the rules of the service itself: nodes, slots, cycles, the entry, inputs, conditions, triggers,',
      'bindings. Errors are what the service would refuse. What a draft may leave open and a published version may not (slots',
      'that lead nowhere, empty inputs) is a warning, unless the file says publish: true, or with --publish.',
      'A field that is no standard one is "unverified": the workspace may have it. --online asks it: condition fields, blocks,',
      'lists, campaigns; fields and blocks are kept for lint offline.',
    ].join('\n'),
    uses: [routes.workflows.conditionFields, routes.workflows.blocks, routes.lists.get, routes.campaigns.get],
    output:
      'one problem after the other: file:line:col, message, path, the line with a caret; JSON: the array of problems',
    exits: ['bad'],
    examples: [
      ['reach workflow lint workflows/*.yaml', 'all files of a folder'],
      ['reach workflow lint --publish enrol.yaml', 'as publishing checks it'],
      ['reach workflow lint --format sarif workflows/*.yaml > lint.sarif', 'for code scanning'],
      ['reach workflow lint --online enrol.yaml', 'with the fields, lists and campaigns of the workspace'],
      ['cat enrol.yaml | reach workflow lint -', 'standard input'],
    ],
  })
    .argument('<file...>', 'workflow files, YAML or JSON (- = standard input)')
    .option('--online', 'ask the workspace about what the files name')
    .option('--publish', 'as publishing checks them: nothing may be left open');
  return doesUntyped(deps, withLintOptions(command), lint);
}
