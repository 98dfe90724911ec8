// The composition root: the real process, the client and the service. With local.ts, which puts the service into the process of
// a command, the only file that sees both sides.

import { join } from 'node:path';
import { version } from '../package.json';
import type { Host, ScenarioThread, ScenarioThreadData } from './cli/session/host.ts';
import { type Io, processIo } from './cli/terminal/io.ts';
import { main } from './cli/tool/main.ts';

function handsOver(io: Io, root: string): Host {
  return {
    io,
    version,
    samples: join(root, 'src', 'samples'),
    guides: join(root, 'src', 'guides'),
    jqThread: join(root, 'dist', 'jq.js'),
    definitionsFile: join(root, 'dist', 'text', 'definitions.json'),
    openLocal: async (folder, note) => (await import('./local.ts')).openLocal(io, folder, note, root),
    openInMemory: async (clock, options) => (await import('./local.ts')).openInMemory(io, clock, options, root),
    openScenarioThreads: async (wanted, data) => (wanted === 0 ? [] : await openScenarioThreads(root, wanted, data)),
    serve: async (options) => (await import('./local.ts')).serve(io, root, options),
    openPages: async (folder, path) => (await import('./local.ts')).openPages(io, root, folder, path),
    openUrl: async (url) => (await import('./cli/terminal/open-url.ts')).openUrl(io, url),
  };
}

async function openScenarioThreads(root: string, wanted: number, data: ScenarioThreadData): Promise<ScenarioThread[]> {
  const [{ Worker }, { availableParallelism }] = await Promise.all([import('node:worker_threads'), import('node:os')]);
  const code = `require(${JSON.stringify(join(root, 'dist', 'reach.js'))}).playScenarios(${JSON.stringify(root)})`;
  return Array.from({ length: Math.min(wanted, availableParallelism() - 1) }, () => {
    const thread = new Worker(code, { eval: true, workerData: data });
    // It is an error of whatever waits for an answer of the thread.
    return thread.on('error', () => {});
  });
}

/** What a thread of `reach test` runs. */
export async function playScenarios(root: string): Promise<void> {
  const { playOnThread } = await import('./cli/outreach/scenarios/threads.ts');
  await playOnThread((io) => handsOver(io, root), processIo(), main);
}

/** Runs this process's command line and sets its exit code. `root` is the folder of the package. */
export async function run(root: string): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), handsOver(processIo(), root));
}

/** The texts the launcher answers without loading anything: made once, at build time. */
export async function renderTexts(root: string): Promise<ReadonlyMap<string, string>> {
  const { renderTexts: render } = await import('./cli/tool/tree/prepared.ts');
  return render(version, join(root, 'src', 'guides'));
}

/** The manual pages, made at build time as well. */
export async function renderManual(root: string): Promise<ReadonlyMap<string, string>> {
  const { renderManual: render } = await import('./cli/tool/tree/prepared.ts');
  return render(version, join(root, 'src', 'guides'));
}

/** The OpenAPI document of the service, made at build time as well. */
export async function renderDefinitions(): Promise<string> {
  const { definitions } = await import('./contract/definitions.ts');
  return JSON.stringify(definitions());
}
