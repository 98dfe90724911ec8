import { append } from '../../../contract/append.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { problemsOf, readWorkflow } from '../../files/workflow-file.ts';
import { does, reads } from '../../session/command.ts';
import { lintSummary } from '../../shared/job-summary/job-summary.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { offlineKnowledge, onlineKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { besideUnknown, resolveNames } from '../../shared/names/resolve.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';
import { verdictBeside } from './service-verdict.ts';

const declare = () =>
  withLintOptions(
    reads('lint', {
      summary: 'Find everything that is wrong with workflow files',
      description: [
        'Checks offline, with the rules of the service itself: nodes, slots, cycles, the entry, inputs, conditions, triggers,',
        'bindings. Errors would be refused by the service. What a draft may leave open and a published version may not (slots',
        'that lead nowhere, empty inputs) is a warning, unless the file says publish: true, or with --publish.',
        'A field that is not a standard one is "unverified": the workspace may have it. --online checks condition fields,',
        'blocks, lists and campaigns, and asks a remote service for its own verdict; fields and blocks are remembered for',
        'offline lint.',
      ].join('\n'),
      uses: [
        routes.workflows.conditionFields,
        routes.workflows.blocks,
        routes.workflows.validate,
        routes.lists.get,
        routes.campaigns.get,
      ],
      json: 'problems',
      output: 'one problem after the other: file:line:col, message, path, the line with a caret; JSON: an array',
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
      .option('--online', 'check against the workspace what the files refer to')
      .option('--publish', 'as publishing checks them: nothing may be left open'),
  );

export const lintCommand = does(declare, async (session, names, options) => {
  const message = await readAll(names, (name) => readWorkflow(session.io, name));
  const resolved = options.online
    ? await resolveNames(session, message)
    : message.map((file) => ({ file, unknown: [] }));
  const files = resolved.map(({ file }) => file);
  const knowledge = options.online
    ? await session.progress('Reading what the files refer to', () => onlineKnowledge(session, files))
    : { ...offlineKnowledge(session), isOnline: false };
  const problems: FileProblem[] = [];
  for (const { file, unknown } of resolved) {
    const ours = besideUnknown(await problemsOf(file, knowledge, options.publish ? 'publish' : undefined), unknown);
    const isAsked = options.online === true && unknown.length === 0 && knowledge.undocumentedRules === 'warn';
    append(problems, inFileOrder([...ours, ...(isAsked ? await verdictBeside(session, file, ours) : [])]));
  }
  await lintSummary(session, files.length, problems);
  return await printLint(session, files, problems, options);
});
