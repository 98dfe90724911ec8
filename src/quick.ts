// The composition root of the quick way: the reads that shells repeat, in a bundle of their own. bin/reach.js comes here first,
// and goes on to reach.ts where the quick way does not lead to the end.

import { join } from 'node:path';
import { version } from '../package.json';
import type { LoadGroup } from './cli/app/command.ts';
import type { Host } from './cli/app/host.ts';
import { type Io, processIo } from './cli/app/io.ts';
import { runQuick } from './cli/app/quick/run.ts';
import { unsuited } from './cli/app/quick/unsuited.ts';
import type { Connection } from './client/transport/transport.ts';
import { own } from './contract/dictionary.ts';
import type * as local from './local.ts';

/** The package: its folder, and how the build's part `local` is loaded. */
interface Package {
  readonly root: string;
  readonly loadLocal: () => typeof local;
}

/** By the words of a command line. */
const COMMANDS: Readonly<Record<string, () => Promise<Awaited<ReturnType<LoadGroup>>>>> = {
  'contacts list': async () => (await import('./cli/commands/contacts/list.ts')).listCommand,
  'contacts show': async () => (await import('./cli/commands/contacts/show.ts')).showCommand,
  'companies list': async () => (await import('./cli/commands/companies/list.ts')).listCommand,
  'companies show': async () => (await import('./cli/commands/companies/show.ts')).showCommand,
};

/** What fails in the other bundle is an error of its classes, which this one does not know: the whole tool has it again. */
async function leftWhereItFails<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    return unsuited();
  }
}

async function openLocal(io: Io, { root, loadLocal }: Package, folder: string, note: (text: string) => void) {
  const opened = await leftWhereItFails(() => loadLocal().openLocal(io, folder, note, root));
  const connection: Connection = {
    transport: (request, limits) => leftWhereItFails(() => opened.transport(request, limits)),
    close: () => opened.close(),
  };
  return connection;
}

/** Runs this process's command line. False where reach.ts is to run it: nothing is printed then. */
export async function run(pack: Package): Promise<boolean> {
  const [, , group = '', verb = '', ...words] = process.argv;
  const load = own(COMMANDS, `${group} ${verb}`);
  if (load === undefined) return false;
  const { root } = pack;
  // What it reads it prints at the end: a signal leaves nothing half done.
  const io = processIo({ endsBySignal: true });
  const host: Host = {
    io,
    version,
    samples: join(root, 'src', 'samples'),
    guides: join(root, 'src', 'guides'),
    jqThread: join(root, 'dist', 'jq.js'),
    openLocal: (folder, note) => openLocal(io, pack, folder, note),
    serve: async () => unsuited(),
    openPages: async () => unsuited(),
    openUrl: async () => unsuited(),
  };
  const exit = await runQuick(words, host, await load());
  if (exit === null) return false;
  process.exitCode = exit;
  return true;
}
