// reach commands: the tree for machines.

import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { globalOptions } from '../../tool/tree/options.ts';
import { everyCommand } from '../../tool/tree/tree.ts';

const VIEW = {
  noun: 'command',
  plural: 'commands',
  id: 'path',
  columns: [
    { key: 'path', title: 'command' },
    { key: 'summary', title: 'summary' },
  ],
};

export const commands: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    leaf('commands', {
      summary: 'The tree of commands, for machines',
      description: 'Every command with its arguments, options and help, as documentation and tools read it.',
      output: 'one record a command; with --tree one object, commands inside commands',
      examples: [
        ['reach commands', 'what there is'],
        ['reach commands --json --fields path,options', 'all flags'],
        ['reach commands --tree --json', 'as a tree, global options included'],
      ],
    }).option('--tree', 'one object: commands inside commands, and the options all of them take'),
    async (session, flags: { readonly tree?: boolean }) => {
      const root = await deps.program.tree();
      if (flags.tree === true) {
        const tree = { version: session.host.version, globalOptions: await globalOptions(), ...root };
        return await session.print.record(VIEW, tree);
      }
      const rows = [...everyCommand(root)].filter(({ path, commands: below }) => path !== '' && below.length === 0);
      await session.print.list(
        VIEW,
        rows.map(({ commands: _, ...row }) => row),
      );
    },
  );
