// How long a command takes that does next to nothing: each process from start to end, as a ratio to `node -e 0`.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, milliseconds } from './figures.ts';
import { bundledProgram, type Command, companion, isInstalled, medians, node, reach } from './processes.ts';

/** Command lines of other tools that print a version and touch no network. */
const PEERS: Readonly<Record<string, readonly string[]>> = {
  gh: ['--version'],
  docker: ['--version'],
  kubectl: ['version', '--client'],
  terraform: ['version'],
};

function homeOf(folder: string, name: string, url: string | null): string {
  const home = join(folder, name);
  mkdirSync(join(home, 'config'), { recursive: true });
  const profiles = url === null ? {} : { remote: { baseUrl: url, key: 'gsk_bench_0123456789' } };
  const config = { version: 1, current: url === null ? 'local' : 'remote', profiles };
  writeFileSync(join(home, 'config', 'config.json'), JSON.stringify(config));
  return home;
}

const oneGet = (url: string) =>
  `require('node:http').get('${url}/v1/contacts/1', (answer) => answer.pipe(process.stdout))`;

async function* measure({ sizes, folder, root, say }: Place): AsyncGenerator<Figure> {
  const sink = await companion(node([await bundledProgram(root, folder, 'sink')]));
  try {
    const url = String(sink.ready['url']);
    const remote = { REACH_HOME: homeOf(folder, 'remote', url) };
    const local = { REACH_HOME: homeOf(folder, 'local', null) };
    const budgets: Readonly<Record<string, number>> = {
      ...{ 'reach --version': 1.15, 'reach --help': 1.15, 'reach completion bash': 1.15 },
      ...{ 'reach contacts --help': 1.6, 'reach contacts import --help': 1.6 },
      ...{ 'one GET, JSON out, remote profile': 2.0, 'reach completion names lists': 1.5 },
      'one read, profile local': 2.5,
    };
    const commands: Record<string, Command> = {
      'node -e 0': node(['-e', '0']),
      'reach --version': reach(root, ['--version']),
      'reach --help': reach(root, ['--help']),
      'reach completion bash': reach(root, ['completion', 'bash']),
      'reach completion names lists': reach(root, ['completion', 'names', 'lists'], local),
      'reach contacts --help': reach(root, ['contacts', '--help']),
      'reach contacts import --help': reach(root, ['contacts', 'import', '--help']),
      'a one-line node:http GET': node(['-e', oneGet(url)]),
      'one GET, JSON out, remote profile': reach(root, ['contacts', 'show', '1', '--json'], remote),
      'one read, profile local': reach(root, ['contacts', 'list', '--limit', '1', '--json'], local),
    };
    for (const [program, args] of Object.entries(PEERS)) {
      if (isInstalled(program, args)) commands[`${program} ${args.join(' ')}`] = { program, args };
    }
    say(`${Object.keys(commands).length} commands, ${sizes.rounds} rounds`);
    const times = medians(commands, sizes.rounds);
    const bare = times['node -e 0'] ?? Number.NaN;
    for (const [what, ms] of Object.entries(times)) {
      if (what === 'node -e 0') {
        yield { what, figure: milliseconds(ms) };
        continue;
      }
      const ratio = ms / bare;
      const limit = budgets[what];
      const figure = { what, figure: milliseconds(ms), baseline: milliseconds(bare), ratio };
      yield limit === undefined ? figure : { ...figure, budget: atMost(limit, '×', ratio) };
    }
  } finally {
    await sink.stop();
  }
}

export const startup: Area = { title: 'Start-up: a process from start to end, beside node -e 0', measure };
