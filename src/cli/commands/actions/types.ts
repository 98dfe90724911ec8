import { ACTION_ENTITIES, ACTION_TYPES } from '../../../contract/actions/enums.ts';
import { ENTITY_NOUN } from '../../../rules/actions/entity.ts';
import type { ActionOption } from '../../../rules/actions/options.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { optionView } from '../../shared/views/actions.ts';
import { widthFor, wrap } from '../../terminal/formats/width.ts';

const ABOUT_INDENT = '      ';

type Options = ReadonlyMap<string, readonly ActionOption[]>;

function* optionRows(all: Options) {
  for (const type of ACTION_TYPES) {
    const worksOn = ACTION_ENTITIES[type].map((entity) => ENTITY_NOUN[entity]).join(' or ');
    const options = all.get(type) ?? [];
    if (options.length === 0) yield { type, worksOn, option: null, kind: null, about: 'takes no options' };
    for (const { name, kind, about } of options) yield { type, worksOn, option: name, kind, about };
  }
}

/** For a person: names are whole at any width, because one types them. */
async function typesText(session: Session, all: Options): Promise<string> {
  const { bold, dim } = session.print.paint.stdout;
  const widthOf = await widthFor([]);
  const room = Math.max(20, session.io.stdout.columns - ABOUT_INDENT.length);
  const blocks: string[][] = [];
  let last = '';
  for (const { type, worksOn, option, kind, about } of optionRows(all)) {
    if (type !== last) blocks.push([`${bold(type)}  ${dim(worksOn)}`]);
    last = type;
    const block = blocks.at(-1) ?? [];
    if (option !== null) block.push(`  ${option}  ${dim(kind ?? '')}`);
    for (const line of wrap(about, room, widthOf)) block.push(`${ABOUT_INDENT}${line}`);
  }
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
}

const declare = () =>
  reads('types', {
    summary: 'The types of actions and all their options',
    view: optionView,
    output: 'one row per option: action, what it works on, option, its values, what it does; on a terminal in blocks',
    examples: [
      ['reach action types', 'all of them'],
      ['reach action types -o csv --fields type,option', 'as CSV'],
    ],
  });

export const typesCommand = does(declare, async (session) => {
  const { ACTION_OPTIONS } = await import('../../../rules/actions/options.ts');
  const { settings, io } = session;
  const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
  if (isForPerson) await session.print.text(await typesText(session, ACTION_OPTIONS));
  else await session.print.list(optionView, optionRows(ACTION_OPTIONS));
});
