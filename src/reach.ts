// The composition root: the real process, the client's way out, and the service. The only file that sees both sides.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { version } from '../package.json';
import type { Hands } from './cli/hands.ts';
import { type Io, processIo } from './cli/io.ts';
import { main } from './cli/main.ts';
import type { Connection } from './client/transport.ts';
import { connectionLost } from './client/transport.ts';

/** The service in the same process: what the built-in profile `local` calls instead of a socket. */
async function openLocal(io: Io, folder: string): Promise<Connection> {
  const { startService } = await import('./service/start.ts');
  const service = await startService({
    data: folder,
    version,
    now: io.now,
    sleep: io.sleep,
    randomBytes,
    rateLimits: 'off',
    onBug: (error, requestId) =>
      void io.stderr.write(`local service, ${requestId}: ${error instanceof Error ? error.stack : error}\n`),
  });
  return {
    transport: async (request, { signal }) => {
      signal?.throwIfAborted();
      const answer = await service.handle(request, 'operator');
      if ('dropped' in answer) throw connectionLost('the local service');
      return answer;
    },
    close: () => service.close(),
  };
}

function handsOver(io: Io, root: string): Hands {
  return {
    io,
    version,
    samples: join(root, 'src', 'samples'),
    openLocal: (folder) => openLocal(io, folder),
    serve: async (options) => (await import('./service/serve.ts')).serve(options, { io, version, randomBytes }),
  };
}

/** Runs this process's command line and sets its exit code. `root` is the folder of the package. */
export async function run(root: string): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), handsOver(processIo(), root));
}

/** The texts the launcher answers without loading anything: made once, at build time. */
export async function renderTexts(): Promise<ReadonlyMap<string, string>> {
  const { renderTexts: render } = await import('./cli/prepared.ts');
  return render(version);
}
