// reach mcp: the commands as tools for assistants.

import { type BuildGroup, does, reads } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';

export const mcp: BuildGroup = (deps) =>
  does(
    () =>
      reads('mcp', {
        summary: 'Serve the commands as tools of the Model Context Protocol, on stdio',
        description: [
          'For assistants and editors that start MCP servers. Every command that needs no person is a tool; those that write',
          'are only available with --allow-writes. The profile is fixed at the start.',
        ].join('\n'),
        output: 'the protocol, one JSON message per line, until standard input ends',
        notForAgents: 'never ends',
        examples: [
          ['reach mcp', 'reads only, with the current profile'],
          ['reach mcp --profile staging --allow-writes', 'reads and writes, in one workspace'],
        ],
      }).option('--allow-writes', 'offer commands that write, too'),
    async (session, { allowWrites }) => {
      if (session.io.stdin.isTTY) {
        throw new UsageError('reach mcp must be started by an assistant, not on a terminal', {
          hint: 'configure it there: command reach, arguments ["mcp"]',
        });
      }
      const { serveMcp } = await import('../../tool/mcp/server.ts');
      await serveMcp(session.host, deps.program, {
        profile: session.profile().name,
        allowWrites: allowWrites === true,
      });
    },
  )(deps);
