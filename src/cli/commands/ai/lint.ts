// reach ai lint: everything that is wrong with files of AI entities, before anything is sent.

import { Option } from 'commander';
import { AI_KINDS } from '../../../contract/ai/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { filedEntity, withFiles } from '../../../rules/ai/files.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { offlineAiKnowledge } from '../../shared/ai/check-offline.ts';
import { onlineAiKnowledge } from '../../shared/ai/check-online.ts';
import { type AiFile, problemsOfAiFile, readAiFile } from '../../shared/ai/file.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import type { ExitName } from '../../terminal/exit.ts';

import type { FileProblem } from '../../terminal/problems/problem.ts';

const declare = () =>
  withLintOptions(
    reads('lint', {
      summary: 'Find all problems in files of AI entities',
      description: [
        'Checks offline, with the rules of the service itself: fields, output schemas, tokens, allowed references.',
        'The kind of a file comes from its folder (ai-variables, ai-messages, ai-snippets, templates), its "kind" or',
        '--kind. Files may refer to each other. A reference to something else is reported as "unverified", as it may',
        'exist in the workspace; --online looks it up: fields, tones, folders, variables, messages and snippets.',
      ].join('\n'),
      uses: [routes.contacts.fields, routes.companies.fields, routes.aiVariables.list, routes.aiTones.list],
      json: 'problems',
      output:
        'one problem after another: file:line:col, message, path, the line with a caret; JSON: the array of problems',
      exits: ['bad'],
      examples: [
        ['reach ai lint ai-*/*.yaml templates/*.yaml', 'all files of a folder, together'],
        ['reach ai lint --online --strict ai-messages/first.yaml', 'against the workspace; fails on warnings, too'],
        ['reach ai lint --format sarif ai-*/*.yaml > lint.sarif', 'for code scanning'],
        ['cat first.yaml | reach ai lint --kind ai-message -', 'standard input'],
      ],
      completes: { file: 'file' },
    })
      .argument('<file...>', 'files, YAML or JSON (- = standard input)')
      .addOption(new Option('--kind <kind>', 'kind of the files').choices(AI_KINDS))
      .option('--online', 'look up in the workspace what the files refer to'),
  );

async function lint(session: Session, names: readonly string[], options: OptionsOf<typeof declare>): Promise<ExitName> {
  const files = await readAll<AiFile>(names, (name) => readAiFile(session.io, name, options.kind));
  const asked = options.online === true ? await onlineAiKnowledge(session, files) : null;
  const filed = files.flatMap(({ kind, body }) => (kind === null ? [] : (filedEntity(kind, body) ?? [])));
  const knowledge = withFiles(asked ?? { ...offlineAiKnowledge(session), isOnline: false }, filed);
  const found = files.map(async (file) => [
    ...(await problemsOfAiFile(file, knowledge)),
    ...crossFileProblems(file, files, asked?.splitAi ?? true),
  ]);
  return await printLint(session, files, (await Promise.all(found)).flat(), options);
}

export const lintCommand = does(declare, lint);

/** `splitAi`: whether the split AI-entity model is enabled in the workspace; true if unknown. */
function crossFileProblems(file: AiFile, files: readonly AiFile[], splitAi: boolean): FileProblem[] {
  const { kind, name, yaml, body } = file;
  if (kind === null || !yaml.readable) return [];
  const problems: FileProblem[] = [];
  if (!splitAi && kind !== 'ai-variable') {
    const message = 'this needs the split AI-entity model, which is not enabled in this workspace';
    problems.push({ file: name, ...yaml.placeOf([]), path: '', code: 'split_ai_disabled', message, severity: 'error' });
  }
  const own = filedEntity(kind, body);
  const duplicate = files.find(
    (other) => other !== file && other.kind === kind && own !== null && isSame(own, filedEntity(kind, other.body)),
  );
  if (own !== null && duplicate !== undefined) {
    // Names of variables are unique; other entities may share one, but then no file can refer to them by name.
    const severity = kind === 'ai-variable' ? 'error' : 'warning';
    const message = `"${own.name}" is also the name in ${duplicate.name}`;
    problems.push({ file: name, ...yaml.placeOf(['name']), path: 'name', code: 'duplicate_name', message, severity });
  }
  return problems;
}

function isSame(a: NonNullable<ReturnType<typeof filedEntity>>, b: ReturnType<typeof filedEntity>): boolean {
  return b !== null && a.name === b.name && a.entity === b.entity;
}
