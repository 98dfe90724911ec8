// reach alias: words of the user's own for command lines.

import { getOwn } from '../../../contract/json.ts';
import { type BuildGroup, does, groupByVerb, reads, writesFile } from '../../session/command.ts';
import { changeConfig, readConfig } from '../../session/profiles/profiles.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { checkAlias, expanded, extensionOf } from '../tree/aliases.ts';

const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the aliases',
      view: aliasView,
      output: 'one row per alias: its name and what it stands for',
      notForAgents: 'configuration',
      examples: [
        ['reach alias list', 'all of them'],
        ['reach alias list -o id', 'only the names'],
      ],
    }),
  async (session) => {
    const rows = Object.entries(readConfig(session.paths).aliases ?? {}).map(([name, expansion]) => ({
      name,
      expansion,
    }));
    await session.print.list(aliasView, rows);
  },
);

const aliasView = viewOf('alias', 'aliases', 'name:word expansion', {
  id: 'name',
  titles: { expansion: 'stands for' },
});

const setCommand: BuildGroup = (deps) =>
  does(
    () =>
      writesFile('set', {
        summary: 'Give a command line a name of its own',
        description:
          'Words that follow the name are added at the end. The expansion is words of reach: no shell reads it, and it cannot take the name of a command.',
        json: 'nothing',
        output: 'nothing',
        notForAgents: 'configuration',
        replaces: true,
        examples: [
          ['reach alias set hot "contacts search --include jobTitle=CEO --limit 10"', 'from now on: reach hot'],
          ['reach alias set launch "campaign show \'Q3 launch\'"', 'reach launch --json works, too'],
        ],
      })
        .argument('<name>', 'small letters, digits and dashes')
        .argument('<expansion>', 'the command line, without reach; quotes keep words together'),
    async (session, name, expansion) => {
      const { commands } = await deps.program.tree();
      const isCommand = (word: string) => commands.some(({ path, aliases }) => path === word || aliases.includes(word));
      checkAlias(name, expansion, isCommand);
      let before: string | undefined;
      await changeConfig(session.io, session.paths, (config) => {
        const aliases = { ...config.aliases, [name]: expansion };
        const [first = ''] = expanded([name], 0, aliases, (word) => (isCommand(word) ? word : undefined)) ?? [];
        if (!isCommand(first) && extensionOf(session.io, first) === null) {
          throw new UsageError(`"${first}" is no command of reach, no alias, and no program of PATH`, {
            hint: 'reach commands lists the commands',
          });
        }
        before = getOwn(config.aliases ?? {}, name);
        return { ...config, aliases };
      });
      const was = before === undefined ? '' : `; it was: reach ${before}`;
      await session.print.note(`reach ${name} is now: reach ${expansion}${was}`);
    },
  )(deps);

const removeCommand = does(
  () =>
    writesFile('remove', {
      summary: 'Remove an alias',
      json: 'nothing',
      output: 'nothing',
      exits: ['notFound'],
      notForAgents: 'configuration',
      examples: [
        ['reach alias remove hot', 'one'],
        ['reach alias list -o id | xargs -n 1 reach alias remove', 'all of them'],
      ],
    }).argument('<name>', 'an alias'),
  async (session, name) => {
    if (getOwn(readConfig(session.paths).aliases ?? {}, name) === undefined)
      throw new CliError('notFound', 'not_found', `no alias "${name}"`, { hint: 'reach alias list shows them' });
    await changeConfig(session.io, session.paths, (config) => {
      const { [name]: _removed, ...aliases } = config.aliases ?? {};
      return { ...config, aliases };
    });
    await session.print.note(`removed the alias ${name}`);
  },
);

export const alias: BuildGroup = (deps) =>
  groupByVerb(deps, { list: listCommand, set: setCommand, remove: removeCommand });
