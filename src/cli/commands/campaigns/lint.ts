import { routes } from '../../../contract/routes/routes.ts';
import { missingSender } from '../../../rules/campaigns/sender.ts';
import { markOf, type ServiceKnowledge } from '../../../rules/problem.ts';
import { type CampaignFile, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { besideUnknown, resolveNames } from '../../shared/names/resolve.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';
import { onlineKnowledge } from './online-knowledge.ts';

const declare = () =>
  withLintOptions(
    reads('lint', {
      summary: 'Find everything that is wrong with campaign files',
      description: [
        'Checks offline, with the rules of the service itself: every step and condition, branches, subjects, placeholders.',
        'Errors would be refused by the service; warnings would be accepted, but are hardly what was meant.',
        'A placeholder that is not a standard field is "unverified": the workspace may have it. --online checks fields,',
        'owners, voices, campaigns, identities, and AI messages of the workspace and of the library.',
      ].join('\n'),
      uses: [
        routes.contacts.fields,
        routes.tasks.owners,
        routes.voices.list,
        routes.campaigns.get,
        routes.identities.list,
        routes.aiMessages.get,
      ],
      json: 'problems',
      output: 'one problem after the other: file:line:col, message, path, the line with a caret; JSON: an array',
      exits: ['bad'],
      completes: { file: 'file' },
      examples: [
        ['reach campaign lint campaigns/*.yaml', 'all files of a folder'],
        ['reach campaign lint --strict q3.yaml', 'exit 1 on warnings, too'],
        ['reach campaign lint --format sarif campaigns/*.yaml > lint.sarif', 'for code scanning'],
        ['reach campaign lint --online q3.yaml', 'with the fields, owners and voices of the workspace'],
        ['cat q3.yaml | reach campaign lint -', 'standard input'],
      ],
    })
      .argument('<file...>', 'campaign files, YAML or JSON (- = standard input)')
      .option('--online', 'check against the workspace what the files refer to'),
  );

export const lintCommand = does(declare, async (session, names, options) => {
  const files = await readAll(names, (name) => readCampaign(session.io, name));
  const problems = options.online
    ? await session.progress('Reading what the files refer to', () => onlineProblems(session, files))
    : await offlineProblems(session, files);
  return await printLint(session, files, problems, options);
});

async function offlineProblems(session: Session, files: readonly CampaignFile[]): Promise<FileProblem[]> {
  const knowledge = { ...offlineKnowledge(session), isOnline: false };
  const found = files.map(async (file) => withSender(file, await problemsOf(file, knowledge), 'warning', knowledge));
  return (await Promise.all(found)).flat();
}

async function onlineProblems(session: Session, reported: readonly CampaignFile[]): Promise<FileProblem[]> {
  const resolved = await resolveNames(session, reported);
  const knowledge = await onlineKnowledge(
    session,
    resolved.map(({ file }) => file),
  );
  const severity = knowledge.undocumentedRules === 'warn' ? 'warning' : 'error';
  const found = resolved.map(async ({ file, unknown }) =>
    withSender(file, besideUnknown(await problemsOf(file, knowledge), unknown), severity, knowledge),
  );
  return (await Promise.all(found)).flat();
}

function withSender(
  file: CampaignFile,
  problems: readonly FileProblem[],
  severity: FileProblem['severity'],
  { given: input }: ServiceKnowledge,
): FileProblem[] {
  const missing = missingSender(file.body).filter((one) => input?.has(markOf(one, file.body)) !== true);
  const place = file.yaml.placeOf(['name']);
  return inFileOrder([
    ...problems,
    ...missing.map(({ path, code, message, basis }) => ({
      file: file.name,
      ...place,
      path,
      code,
      message,
      severity,
      basis,
    })),
  ]);
}
