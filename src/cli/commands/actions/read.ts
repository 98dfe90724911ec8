// reach action status, types and lint: what there is, and what is wrong.

import { routes } from '../../../client/routes/routes.ts';
import { ACTION_ENTITIES, ACTION_TYPES } from '../../../contract/actions/enums.ts';
import { ENTITY_NOUN } from '../../../rules/actions/check.ts';
import { ACTION_OPTIONS } from '../../../rules/actions/options.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { problemsOf, readRun } from '../../files/run-file.ts';
import { widthFor, wrap } from '../../output/formats/width.ts';
import { optionView } from '../../output/views/actions.ts';
import { printStatus } from '../../shared/actions/status-view.ts';
import { type LintOptions, printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { idOf } from '../../shared/lookup/ids.ts';

const ABOUT_INDENT = '      ';

export function statusCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('status', {
      summary: 'How far a run, or the import of a preview, is',
      uses: [routes.actions.status],
      output: 'status, progress and counts; at a terminal with a row an action and why some failed',
      exits: ['notFound'],
      examples: [
        ['reach action status 7', 'as a card'],
        ['reach action status 7 --json --fields overallStatus,statusCounts', 'for a script'],
      ],
    }).argument('<id>', 'id of the run'),
    async (session, text: string) => {
      const actionsId = idOf(text, 'run');
      await printStatus(session, await (await session.api()).actions.status({ params: { actionsId } }));
    },
  );
}

function* optionRows() {
  for (const type of ACTION_TYPES) {
    const worksOn = ACTION_ENTITIES[type].map((entity) => ENTITY_NOUN[entity]).join(' or ');
    const options = ACTION_OPTIONS.get(type) ?? [];
    if (options.length === 0) yield { type, worksOn, option: null, kind: null, about: 'takes no options' };
    for (const { name, kind, about } of options) yield { type, worksOn, option: name, kind, about };
  }
}

/** For a person: names whole at any width, for they are what one types. */
async function typesText(session: Session): Promise<string> {
  const { bold, dim } = session.print.paint.stdout;
  const widthOf = await widthFor([]);
  const room = Math.max(20, session.io.stdout.columns - ABOUT_INDENT.length);
  const blocks: string[][] = [];
  let last = '';
  for (const { type, worksOn, option, kind, about } of optionRows()) {
    if (type !== last) blocks.push([`${bold(type)}  ${dim(worksOn)}`]);
    last = type;
    const head = option === null ? [] : [`  ${option}  ${dim(kind ?? '')}`];
    blocks.at(-1)?.push(...head, ...wrap(about, room, widthOf).map((line) => `${ABOUT_INDENT}${line}`));
  }
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
}

export function typesCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('types', {
      summary: 'The types of actions and all their options',
      output: 'one row an option: action, what it works on, option, its values, what it does; at a terminal in blocks',
      examples: [
        ['reach action types', 'all of them'],
        ['reach action types -o csv --fields type,option', 'as CSV'],
      ],
    }),
    async (session) => {
      const { settings, io } = session;
      const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
      if (isForPerson) await session.print.text(await typesText(session));
      else await session.print.list(optionView, optionRows());
    },
  );
}

export function lintCommand(deps: Deps) {
  const command = leaf('lint', {
    summary: 'Find everything that is wrong with run files',
    description: [
      'Checks offline, with the rules of the service itself: types, options, what excludes what, the target.',
      'Errors are what the service would refuse; warnings are accepted and surely not meant.',
    ].join('\n'),
    output:
      'one problem after the other: file:line:col, message, path, the line with a caret; JSON: the array of problems',
    exits: ['bad'],
    examples: [
      ['reach action lint enrich.yaml', 'one file'],
      ['reach action lint --format github runs/*.yaml', 'in CI'],
    ],
  }).argument('<file...>', 'run files, YAML or JSON (- = standard input)');
  return doesUntyped(deps, withLintOptions(command), async (session, names: readonly string[], flags: LintOptions) => {
    const files = await readAll(names, (name) => readRun(session.io, name));
    return await printLint(session, files, files.flatMap(problemsOf), flags);
  });
}
