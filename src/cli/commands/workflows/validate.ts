// reach workflow validate: what the service itself says of a file, or of a draft, as if it were published.

import { routes } from '../../../client/routes/routes.ts';
import type { Issue } from '../../../contract/envelope.ts';
import { isFields } from '../../../rules/shape.ts';
import { fileOfWorkflow } from '../../../rules/workflows/file.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { isFileWord } from '../../files/is-file.ts';
import { problemsOf, readWorkflow } from '../../files/workflow-file.ts';
import { yamlText } from '../../files/yaml/text.ts';
import { verdictView } from '../../output/views/workflows.ts';
import { printLint } from '../../shared/lint/lint.ts';
import { issuesIn, placedIssues } from '../../shared/lint/refusal.ts';
import { workflowIdOf } from '../../shared/lookup/workflow.ts';

interface ValidateFlags {
  readonly draft?: boolean;
  readonly resolved?: boolean;
}

async function validateFile(session: Session, name: string, flags: ValidateFlags): Promise<ExitName> {
  const file = await readWorkflow(session.io, name);
  if (!file.yaml.readable || !isFields(file.body)) {
    return await printLint(session, [file], problemsOf(file, {}), {});
  }
  const body = { ...file.body, publish: flags.draft !== true };
  const { call } = await session.client();
  // The service checks it with the rules: a body of any shape is what it is for.
  const { data } = await call(routes.workflows.validate, { body }, { signal: session.io.interrupt });
  const told = (key: string) => (isFields(data) ? issuesIn(data[key]) : []);
  const problems = [...placedIssues(file, told('errors'), 'error'), ...placedIssues(file, told('warnings'), 'warning')];
  if (flags.resolved === true && isFields(data) && !problems.some(({ severity }) => severity === 'error')) {
    await printResolved(session, file.body, data['plan']);
    return 'done';
  }
  return await printLint(session, [file], problems, {});
}

/** The file as it can be kept: inputs of import sources in their nodes, and no preview that expires. */
async function printResolved(session: Session, body: Readonly<Record<string, unknown>>, plan: unknown): Promise<void> {
  const file = fileOfWorkflow({ ...body, plan });
  const whole = body['publish'] === true ? { ...file, publish: true } : file;
  const { output } = session.settings;
  if (output === 'json' || output === 'ndjson') return await session.print.record(verdictView, whole);
  await session.print.foreign(await yamlText(whole));
}

async function validateDraft(session: Session, word: string): Promise<ExitName> {
  const workflowId = await workflowIdOf(session, word);
  const { isValid, errors, warnings } = await (await session.api()).workflows.validateDraft({ params: { workflowId } });
  const told = (issues: readonly Issue[], severity: string) => issues.map((issue) => ({ severity, ...issue }));
  const problems = [...told(errors, 'error'), ...told(warnings, 'warning')];
  const isJson = session.settings.output === 'json' || session.settings.output === 'yaml';
  if (isJson && session.settings.fields === null) {
    await session.print.record(verdictView, { isValid, errors, warnings });
  } else await session.print.list(verdictView, problems);
  await session.print.note(isValid ? `the draft of workflow ${workflowId} can be published` : 'it cannot be published');
  return isValid ? 'done' : 'bad';
}

export function validateCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('validate', {
      summary: 'Ask the service whether a file, or a draft, can be published',
      description: [
        'The service resolves import sources and knows everything of the workspace. Nothing is stored. For files that are only',
        'written, lint finds nearly all of it offline.',
      ].join('\n'),
      uses: [routes.workflows.validate, routes.workflows.validateDraft, routes.workflows.list],
      output:
        'every problem; of a file with its lines, of a draft with paths; JSON of a draft: isValid, errors, warnings',
      exits: ['bad', 'notFound'],
      examples: [
        ['reach workflow validate enrol.yaml', 'a file'],
        ['reach workflow validate "Verify and enrol"', 'the draft of a workflow'],
        [
          'reach workflow validate found.yaml --resolved > kept.yaml',
          'import sources resolved: previews expire, inputs do not',
        ],
        ['reach workflow validate 12 --json --fields isValid,errors', 'for a script'],
      ],
    })
      .argument('<workflow>', 'workflow file (- = standard input), or id or name of a workflow')
      .option('--draft', 'of a file: as a draft, that may be incomplete')
      .option('--resolved', 'of a file without errors: print it with the inputs that its import sources stand for'),
    async (session, word: string, flags: ValidateFlags) =>
      isFileWord(session.io, word) ? await validateFile(session, word, flags) : await validateDraft(session, word),
  );
}
