// reach mcp: the commands as tools for assistants.

import { Option } from 'commander';
import { namedPath } from '../../files/is-file.ts';
import { type BuildGroup, collect, does, reads } from '../../session/command.ts';
import { UsageError } from '../../terminal/exit.ts';
import { commaWords } from '../../terminal/settings.ts';
import { ALLOWED } from '../mcp/allowed.ts';

export const mcp: BuildGroup = (deps) =>
  does(
    () =>
      reads('mcp', {
        summary: 'Serve the commands as tools of the Model Context Protocol, on stdio',
        description: [
          'For assistants and editors that start MCP servers. A few tools find, describe and call every command that needs no',
          'person, beside the reads that are used most; --tools offers a fixed set of commands instead. What an assistant may do',
          'is set by --allow. The profile is fixed at the start. Files are read and written only inside the folders of --root,',
          'or those that the client has open.',
        ].join('\n'),
        json: 'text',
        output: 'the protocol, one JSON message per line, until standard input ends',
        notForAgents: 'never ends',
        examples: [
          ['reach mcp', 'reads only, with the current profile'],
          ['reach mcp --tools contacts,list --root ~/outreach', 'contacts and lists, and the files of one folder'],
          [
            'reach mcp --profile staging --allow drafts',
            'also what messages no one, pays for nothing and deletes nothing',
          ],
          ['reach mcp --skill > SKILL.md', 'for an assistant that runs commands itself'],
        ],
        completes: { '--root': 'folder' },
      })
        .option('--skill', 'print a skill file (Markdown) for an assistant that has a shell, and end')
        .addOption(
          new Option(
            '--allow <what>',
            'read; drafts: also writes that message no one and delete nothing; writes: also deletions; sends: everything',
          )
            .choices(ALLOWED)
            .default('read'),
        )
        .addOption(new Option('--allow-writes', 'the same as --allow sends').hideHelp())
        .option('--root <dir>', 'a folder whose files may be used; repeatable', collect)
        .option('--tools <names>', 'offer only these: read, or groups such as contacts,campaign'),
    async (session, { allow, allowWrites, root = [], tools = '', skill }) => {
      if (skill === true) {
        const { skillText } = await import('../mcp/skill.ts');
        return await session.print.text(skillText(await deps.program.tree()));
      }
      if (session.io.stdin.isTTY) {
        throw new UsageError('reach mcp must be started by an assistant, not on a terminal', {
          hint: 'configure it there: command reach, arguments ["mcp"]',
        });
      }
      const { serveMcp } = await import('../mcp/server.ts');
      await serveMcp(session.host, deps.program, {
        profile: session.profile().name,
        allow: allowWrites === true ? 'sends' : allow,
        roots: root.map((folder) => namedPath(session.io, folder)),
        tools: commaWords(tools),
      });
    },
  )(deps);
