// reach ai: AI variables, AI messages, AI snippets, message templates and their folders.

import { Option } from 'commander';
import { AI_KINDS } from '../../../contract/ai/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { filedEntity, withFiles } from '../../../rules/ai/file.ts';
import type { About } from '../../session/about.ts';
import { type BuildGroup, type Deps, does, group, groupByVerb, reads, writes } from '../../session/command.ts';
import {
  type AiFile,
  offlineAiKnowledge,
  onlineAiKnowledge,
  problemsOfAiFile,
  readAiFile,
} from '../../shared/ai/file.ts';
import { aiIdOf, KINDS } from '../../shared/ai/kinds.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { printLiveOrSeen } from '../../shared/lookup/seen-records.ts';
import { aiVariableView, libraryView, toneView } from '../../shared/views/ai.ts';
import { writeRecord } from '../../shared/write.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { entityGroup, entityVerbs } from './entity.ts';
import { folderGroup } from './folder.ts';

const archiving = (verb: 'archive' | 'unarchive', texts: Pick<About, 'summary' | 'description'>) =>
  does(
    () =>
      writes(verb, {
        ...texts,
        uses: [routes.aiVariables[verb], routes.aiVariables.list],
        view: aiVariableView,
        output: 'the AI variable',
        exits: ['notFound'],
        examples: [
          [`reach ai variable ${verb} 3`, 'by id'],
          [`reach ai variable ${verb} "Company summary" --json`, 'by name'],
        ],
      }).argument('<variable>', 'id or name of the AI variable'),
    async (session, word, options) => {
      const request = { params: { aiVariableId: await aiIdOf(session, KINDS.variable, word) } };
      await writeRecord(session, aiVariableView, ['aiVariables', verb], request, options);
    },
  );

const archiveCommand = archiving('archive', {
  summary: 'Archive an AI variable; its values are kept',
  description: 'It remains a field with its values; lists show it only with --archived.',
});

const unarchiveCommand = archiving('unarchive', { summary: 'Restore an AI variable from the archive' });

const variableGroup = (deps: Deps) =>
  group('variable', ['variables'], 'AI variables: research that becomes a field of contacts or companies', [
    ...entityVerbs(deps, KINDS.variable),
    archiveCommand(deps),
    unarchiveCommand(deps),
  ]);

const tonesCommand = does(
  () =>
    reads('tones', {
      summary: 'List the tones for AI messages and AI snippets',
      description:
        'Tones of the workspace first, then the built-in ones. A file refers to one as tone, a request as toneId.',
      uses: [routes.aiTones.list],
      view: toneView,
      output: 'one row per tone: id, name, whether it is built in',
      examples: [
        ['reach ai tones', 'all tones'],
        ['reach ai tones --json --fields id,name', 'for a script'],
      ],
    }),
  (session) => printLiveOrSeen(session, toneView, 'tones', async ({ aiTones }) => (await aiTones.list()).tones),
);

const libraryCommand = does(
  () =>
    reads('library', {
      summary: 'List public AI messages that campaign steps may use',
      description: 'Use the id as aiMessageId of a step whose type matches the channel.',
      uses: [routes.promptLibrary.aiMessages],
      view: libraryView,
      output: 'one row per entry: id, name, channel',
      examples: [
        ['reach ai library', 'all entries'],
        ['reach ai library -o id', 'ids for campaign files'],
      ],
    }),
  (session) =>
    printLiveOrSeen(
      session,
      libraryView,
      'library',
      async ({ promptLibrary }) => (await promptLibrary.aiMessages()).aiMessages,
    ),
);

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
    })
      .argument('<file...>', 'files, YAML or JSON (- = standard input)')
      .addOption(new Option('--kind <kind>', 'kind of the files').choices(AI_KINDS))
      .option('--online', 'look up in the workspace what the files refer to'),
  );

const lintCommand = does(declare, async (session, names, options) => {
  const files = await readAll<AiFile>(names, (name) => readAiFile(session.io, name, options.kind));
  const asked = options.online === true ? await onlineAiKnowledge(session, files) : null;
  const filed = files.flatMap(({ kind, body }) => (kind === null ? [] : (filedEntity(kind, body) ?? [])));
  const knowledge = withFiles(asked ?? { ...offlineAiKnowledge(session), isOnline: false }, filed);
  const found = files.map(async (file) => [
    ...(await problemsOfAiFile(file, knowledge)),
    ...crossFileProblems(file, files, asked?.splitAi ?? true),
  ]);
  return await printLint(session, files, (await Promise.all(found)).flat(), options);
});

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
  const duplicate = files.find((other) => {
    const theirs = other !== file && other.kind === kind ? filedEntity(kind, other.body) : null;
    return theirs !== null && theirs.name === own?.name && theirs.entity === own.entity;
  });
  if (own !== null && duplicate !== undefined) {
    // Names of variables are unique; other entities may share one, but then no file can refer to them by name.
    const severity = kind === 'ai-variable' ? 'error' : 'warning';
    const message = `"${own.name}" is also the name in ${duplicate.name}`;
    problems.push({ file: name, ...yaml.placeOf(['name']), path: 'name', code: 'duplicate_name', message, severity });
  }
  return problems;
}

export const ai: BuildGroup = (deps) =>
  groupByVerb(deps, {
    variable: () => variableGroup(deps),
    message: () => entityGroup(deps, KINDS.message),
    snippet: () => entityGroup(deps, KINDS.snippet),
    template: () => entityGroup(deps, KINDS.template),
    folder: () => folderGroup(deps),
    tones: () => tonesCommand(deps),
    library: () => libraryCommand(deps),
    lint: () => lintCommand(deps),
  });
