// The tool in the process of the test, over real files, real HTTP and real time: for tests to which processes of its own
// would add nothing but the time they take to start. Signals, streams and the built code are what those with processes are about.

import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { type Io, processIo } from '../../src/cli/terminal/io.ts';
import { main } from '../../src/cli/tool/main.ts';
import { openLocal } from '../../src/local.ts';
import { testHost, testIo } from '../cli/host.ts';
import { assertOutput } from '../cli/output-schemas.ts';

export interface Ran {
  /** What a shell reports: 128 + the number of a signal that ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Once for all: each would listen for the signals of the process. */
const own = processIo();

/** `env` is all it gets; `shown` is both streams as they came. */
export async function runHere(
  words: readonly string[],
  { cwd, env, stdin = '' }: { readonly cwd: string; readonly env: Env; readonly stdin?: string | undefined },
): Promise<Ran & { readonly shown: string }> {
  const [out, err, displayed]: [string[], string[], string[]] = [[], [], []];
  const plain = testIo({ home: cwd, clock: own, out, err, stdin, columns: 80 });
  const both = (stream: Io['stdout']): Io['stdout'] => ({
    ...stream,
    write: async (text) => {
      displayed.push(text);
      await stream.write(text);
    },
  });
  const { platform, pid, alive, pidSpace, startOf } = own;
  const io: Io = {
    ...plain,
    ...{ env, homeDir: env['HOME'] ?? '', platform, pid, alive, pidSpace, startOf },
    stdin: { ...plain.stdin, raw: Readable.from([Buffer.from(stdin)]) },
    stdout: both(plain.stdout),
    stderr: both(plain.stderr),
  };
  const host = { ...testHost(io, (folder, note) => openLocal(io, folder, note)), jqThread: resolve('dist', 'jq.js') };
  const code = await main(words, host);
  const ran = { code, stdout: out.join(''), stderr: err.join('') };
  await assertOutput({ words, ...ran });
  return { ...ran, shown: displayed.join('') };
}
