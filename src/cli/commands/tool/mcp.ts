// reach mcp: the commands as tools for assistants.

import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';

export const mcp: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    leaf('mcp', {
      summary: 'Serve the commands as tools of the Model Context Protocol, on stdio',
      description: [
        'For assistants and editors that start MCP servers. Every command that a program can use is a tool; those that',
        'write are neither listed nor carried out unless --allow-writes is given. The profile is fixed at the start.',
      ].join('\n'),
      output: 'the protocol, one JSON message a line, until standard input ends',
      examples: [
        ['reach mcp', 'reads only, with the current profile'],
        ['reach mcp --profile staging --allow-writes', 'reads and writes, in one workspace'],
      ],
    }).option('--allow-writes', 'offer commands that write, too'),
    async (session, flags: { readonly allowWrites?: boolean }) => {
      if (session.io.stdin.isTTY) {
        throw new UsageError('reach mcp is started by an assistant, not at a terminal', {
          hint: 'its configuration: command reach, arguments ["mcp"]',
        });
      }
      const { serveMcp } = await import('../../tool/mcp/server.ts');
      await serveMcp(session.host, deps.program, {
        profile: session.profile().name,
        allowWrites: flags.allowWrites === true,
      });
    },
  );
