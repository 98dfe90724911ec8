// Names are the service's: what a shell completes to must be that name, and nothing that runs.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, test } from 'vitest';
import { BINARY, type Home } from '../e2e/binary.ts';
import { homeForAllTests } from '../e2e/opened.ts';
import { startProgramOnTerminal } from '../e2e/terminal.ts';
import { IS_LONG } from './form.ts';

const ALL = `a'b"c\\d!e$(touch ran)f\`touch ran\`g;touch ran;h&touch ran&i|touch ran`;
const ONE_BY_ONE = [
  'ICP DACH',
  '$(touch ran)end',
  '`touch ran`',
  "';touch ran;'",
  '";touch ran;"',
  '!!',
  '!touch',
  'x!"y',
  'back\\slash\\',
  "\\';touch ran;\\'",
  '\\$(touch ran)',
  ';touch ran',
  '&touch ran&',
  '|touch ran',
  '>ran',
  '(touch ran)',
  ...'~ * ? {a,b} [a] %x'.split(' '),
  '^x^touch ran^',
  '#x',
  '=x',
  '$HOME',
  '$\u007bHOME}',
  "$'\\n'touch ran",
  '"begins',
  "'begins",
  'ends"',
  "ends'",
  'ends!',
  'ü – ñ',
];
const NAMES = (IS_LONG ? [ALL, ...ONE_BY_ONE] : [ALL]).map((name, at) => `z${at}z${name}`);
/** The same for a file, which the other shells complete by themselves; its number comes after those of the names. */
const FILE = `z${NAMES.length}z${ALL}`;
const LEFT_OUT = ['y\u001b[31m', 'y\u0007', 'y\u202e', 'y\u200b', '-y'];

const SHELLS = [
  ['bash', ['--rcfile', '.bashrc', '-i'], '.bashrc', 'source <(reach completion bash)\nset -o history -o histexpand\n'],
  ['zsh', ['-i'], '.zshrc', 'autoload -Uz compinit; compinit -u -D; source <(reach completion zsh)\n'],
  ['fish', ['--no-config', '-i', '-C', 'source .fishrc'], '.fishrc', 'reach completion fish | source\n'],
] as const;

const home = homeForAllTests();

/** A `reach` that completes for real, and otherwise keeps its arguments and says how often it did. */
function prepare({ folder, reachHome }: Home): void {
  const names = join(reachHome, 'cache', 'local');
  mkdirSync(names, { recursive: true });
  const cached = { format: 3, at: 0, value: [...LEFT_OUT, ...NAMES] };
  writeFileSync(join(names, 'names-lists.json'), JSON.stringify(cached));
  mkdirSync(join(folder, 'bin'));
  const script = `#!/bin/sh
if [ "$1" = completion ]; then exec '${process.execPath}' '${BINARY}' "$@"; fi
at=\${3#z}; at=\${at%%z*}
printf '%s' "$3" >"$ARGV.$at"
printf '<<%s done>>' "$at"
`;
  writeFileSync(join(folder, 'bin', 'reach'), script);
  chmodSync(join(folder, 'bin', 'reach'), 0o755);
}
prepare(home);
writeFileSync(join(home.folder, FILE), '');

test('names that a terminal would not show as they are, or that read as options, are not offered', async () => {
  const { stdout } = await home.run(['completion', 'names', 'lists']);
  expect(stdout.trimEnd().split('\n')).toEqual(NAMES);
});

describe.each(SHELLS)('%s', (shell, args, startup, text) => {
  const isThere = !execaSync(shell, ['-c', 'exit 0'], { reject: false }).failed;

  test.runIf(isThere).each([
    ['bare', ''],
    ['double', '"'],
    ['single', "'"],
  ])(
    'the name and nothing else, quoted: %s',
    async (state, quote) => {
      // Until the editor is there tabs would be text; then each line waits for the one before it.
      writeFileSync(join(home.folder, startup), `${text}echo '<<'ready'>>'\n`);
      const argv = join(home.folder, `${shell}-${state}`);
      const terminal = startProgramOnTerminal(home, [shell, ...args], {
        env: {
          ...home.env(),
          PATH: `${join(home.folder, 'bin')}:${process.env['PATH']}`,
          ZDOTDIR: home.folder,
          LANG: 'C.UTF-8',
          ARGV: argv,
        },
      });
      await terminal.seen('<<ready>>');
      const offered = shell === 'bash' ? [...NAMES, FILE] : NAMES;
      for (const [at, name] of offered.entries()) {
        terminal.type(`reach ${name === FILE ? 'contacts import' : 'list show'} ${quote}z${at}z\t\r`);
        await terminal.seen(`<<${at} done>>`);
      }
      terminal.type('exit\r');
      await terminal.ended;
      const got = offered.map((_, at) => readFileSync(`${argv}.${at}`, 'utf8'));
      expect(got).toEqual(offered);
      expect(existsSync(join(home.folder, 'ran'))).toBe(false);
    },
    40_000,
  );
});
