// reach mcp: the commands as tools for assistants.

import { namedPath } from '../../files/named-path.ts';
import { type BuildGroup, collect, does, reads } from '../../session/command.ts';
import { UsageError } from '../../terminal/exit.ts';

export const mcp: BuildGroup = (deps) =>
  does(
    () =>
      reads('mcp', {
        summary: 'Serve the commands as tools of the Model Context Protocol, on stdio',
        description: [
          'For assistants and editors that start MCP servers. Every command that needs no person is a tool; those that write',
          'are only available with --allow-writes. The profile is fixed at the start. Files are read and written only inside',
          'the folders of --root, or those that the client has open.',
        ].join('\n'),
        output: 'the protocol, one JSON message per line, until standard input ends',
        notForAgents: 'never ends',
        examples: [
          ['reach mcp', 'reads only, with the current profile'],
          ['reach mcp --tools contacts,list --root ~/outreach', 'contacts and lists, and the files of one folder'],
          ['reach mcp --profile staging --allow-writes', 'reads and writes, in one workspace'],
          ['reach mcp --skill > SKILL.md', 'for an assistant that runs commands itself'],
        ],
        completes: { '--root': 'folder' },
      })
        .option('--skill', 'print a skill file (Markdown) for an assistant that has a shell, and end')
        .option('--allow-writes', 'offer commands that write, too')
        .option('--root <dir>', 'a folder whose files may be used; repeatable', collect)
        .option('--tools <names>', 'offer only these: read, or groups such as contacts,campaign'),
    async (session, { allowWrites, root = [], tools = '', skill }) => {
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
        allowWrites: allowWrites === true,
        roots: root.map((folder) => namedPath(session.io, folder)),
        tools: tools
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      });
    },
  )(deps);
