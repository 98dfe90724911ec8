// reach campaign lint: everything that is wrong with campaign files, before anything is sent.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { hintAtFolder, type LintOptions, printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { onlineKnowledge } from './check-online.ts';

interface CampaignLintFlags extends LintOptions {
  readonly online?: boolean;
}

async function lint(session: Session, names: readonly string[], flags: CampaignLintFlags): Promise<ExitName> {
  const files = await readAll(names, (name) => readCampaign(session.io, name));
  const knowledge = flags.online === true ? await onlineKnowledge(session, files) : offlineKnowledge(session);
  const problems = files.flatMap((file) => problemsOf(file, knowledge));
  const exit = await printLint(session, files, problems, flags);
  await hintAtFolder(session, files, problems);
  return exit;
}

export function lintCommand(deps: Deps) {
  const command = leaf('lint', {
    summary: 'Find everything that is wrong with campaign files',
    description: [
      'Checks offline, with the rules of the service itself: every step and condition, branches, subjects, placeholders.',
      'Errors are what the service would refuse; warnings are accepted and surely not meant.',
      'A placeholder that is no standard field is "unverified": the workspace may have it. --online asks it: fields,',
      'owners, voices, campaigns, identities, AI messages of the workspace and of the library.',
    ].join('\n'),
    uses: [
      routes.contacts.fields,
      routes.tasks.owners,
      routes.voices.list,
      routes.campaigns.get,
      routes.identities.list,
      routes.aiMessages.get,
    ],
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
    .option('--online', 'ask the workspace about what the files name');
  return doesUntyped(deps, withLintOptions(command), lint);
}
