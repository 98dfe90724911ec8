// reach commands: the command tree as data.

import { type BuildGroup, does, reads } from '../../session/command.ts';
import { everyCommand } from '../../session/command-tree.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { globalOptions } from '../tree/options.ts';

const VIEW = viewOf('command', 'commands', 'path summary', { id: 'path', titles: { path: 'command' } });

export const commands: BuildGroup = (deps) =>
  does(
    () =>
      reads('commands', {
        summary: 'List all commands, for programs',
        description: 'Every command with its arguments, options and help, as documentation and tools read it.',
        json: 'list',
        output: 'one record per command; with --tree one object with nested commands',
        notForAgents: 'configuration',
        examples: [
          ['reach commands', 'names and summaries'],
          ['reach commands --json --fields path,options', 'all options'],
          ['reach commands --tree --json', 'as a tree, global options included'],
        ],
      }).option('--tree', 'one object with nested commands and the global options'),
    async (session, { tree: asTree }) => {
      const root = await deps.program.tree();
      if (asTree === true) {
        const tree = { version: session.host.version, globalOptions: await globalOptions(), ...root };
        return await session.print.record(VIEW, tree);
      }
      const rows = [...everyCommand(root)].filter(({ effect }) => effect !== null);
      await session.print.list(
        VIEW,
        rows.map(({ commands: _, ...row }) => row),
      );
    },
  )(deps);
