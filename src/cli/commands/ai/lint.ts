// reach ai lint: everything that is wrong with files of AI entities, before anything is sent.

import { Option } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { AI_KINDS, type AiKind } from '../../../contract/ai/enums.ts';
import { filedEntity, withFiles } from '../../../rules/ai/files.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { offlineAiKnowledge } from '../../shared/ai/check-offline.ts';
import { type AiFile, problemsOfAiFile, readAiFile } from '../../shared/ai/file.ts';
import { type LintFlags, lintOptions, printLint, readAll } from '../../shared/lint/lint.ts';
import { onlineAiKnowledge } from './check-online.ts';
import { together } from './check-together.ts';

interface AiLintFlags extends LintFlags {
  readonly online?: boolean;
  readonly kind?: AiKind;
}

async function lint(session: Session, names: readonly string[], flags: AiLintFlags): Promise<ExitName> {
  const files = await readAll<AiFile>(names, (name) => readAiFile(session.io, name, flags.kind));
  const asked = flags.online === true ? await onlineAiKnowledge(session, files) : null;
  const filed = files.flatMap(({ kind, body }) => (kind === null ? [] : (filedEntity(kind, body) ?? [])));
  const knowledge = withFiles(asked ?? offlineAiKnowledge(session), filed);
  const problems = files.flatMap((file) => [
    ...problemsOfAiFile(file, knowledge),
    ...together(file, files, asked?.splitAi ?? true),
  ]);
  return await printLint(session, files, problems, flags);
}

export function lintCommand(deps: Deps) {
  const command = leaf('lint', {
    summary: 'Find everything that is wrong with files of AI entities',
    description: [
      'Checks offline, with the rules of the service itself: fields, output schemas, tokens, what may refer to what.',
      'The kind of a file says its folder (ai-variables, ai-messages, ai-snippets, templates), its own "kind", or --kind.',
      'Files may name each other. What is in none of them is "unverified": the workspace may have it. --online asks it:',
      'fields, tones, folders, variables, messages and snippets.',
    ].join('\n'),
    uses: [routes.contacts.fields, routes.companies.fields, routes.aiVariables.list, routes.aiTones.list],
    output:
      'one problem after the other: file:line:col, message, path, the line with a caret; JSON: the array of problems',
    exits: ['bad'],
    examples: [
      ['reach ai lint ai-*/*.yaml templates/*.yaml', 'all files of a folder, together'],
      ['reach ai lint --online --strict ai-messages/first.yaml', 'against the workspace; warnings count too'],
      ['reach ai lint --format sarif ai-*/*.yaml > lint.sarif', 'for code scanning'],
      ['cat first.yaml | reach ai lint --kind ai-message -', 'standard input'],
    ],
  })
    .argument('<file...>', 'files, YAML or JSON (- = standard input)')
    .addOption(new Option('--kind <kind>', 'what the files are').choices([...AI_KINDS]))
    .option('--online', 'ask the workspace about what the files name');
  return doesUntyped(deps, lintOptions(command), lint);
}
