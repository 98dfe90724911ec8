// Completion in the shells themselves: what a person gets for TAB.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { BINARY, ROOT } from './binary.ts';
import { homeForAllTests } from './opened.ts';
import { readable, startProgramOnTerminal } from './terminal.ts';

const home = homeForAllTests();
const bin = join(home.folder, 'bin');
const scriptOf = (shell: string) => join(home.folder, `completion of ${shell}`);
const env = { ...home.env({}), PATH: `${bin}:${process.env['PATH']}`, TERM: 'xterm' };

beforeAll(async () => {
  mkdirSync(bin);
  symlinkSync(BINARY, join(bin, 'reach'));
  writeFileSync(join(home.folder, 'people.csv'), 'First Name\nAda\n');
  // What a shell reads as it starts, once for all that start here.
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await home.run(['completion', shell]);
    expect(code).toBe(0);
    writeFileSync(scriptOf(shell), stdout);
  }
  // Lists that were shown once are what completion knows.
  await home.here(['list', 'create', 'ICP DACH']);
  await home.here(['list', 'create', "Ada's list"]);
  await home.here(['list', 'create', 'Team: leads']);
  expect((await home.here(['list', 'list'])).code).toBe(0);
  const profiles = { other: { baseUrl: 'http://127.0.0.1:9' } };
  mkdirSync(join(home.reachHome, 'config'), { recursive: true });
  writeFileSync(join(home.reachHome, 'config', 'config.json'), JSON.stringify({ current: 'local', profiles }));
  const names = join(home.reachHome, 'cache', 'other');
  mkdirSync(names, { recursive: true });
  writeFileSync(join(names, 'names-lists.json'), JSON.stringify({ format: 3, at: 0, value: ['East'] }));
});

const has = (shell: string) => !execaSync(shell, ['-c', 'exit 0'], { reject: false }).failed;
const quiet = { cwd: home.folder, env, extendEnv: false, reject: false, stripFinalNewline: false } as const;

/** What is typed, and some of what must be offered; nothing else may begin differently. */
const ROWS: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['reach contacts imp', ['import']],
  ['reach contact ex', ['export']],
  ['reach camp', ['campaign']],
  ['reach contacts import --cre', ['--create-list']],
  ['reach --profile local contacts show --out', ['--output']],
  ['reach contacts list -o nd', ['ndjson']],
  ['reach contacts list --output=nd', ['ndjson']],
  ['reach list list --fields en', ['entity']],
  ['reach list list --fields name,en', ['name,entity']],
  ['reach contacts import peo', ['people.csv']],
  ['reach contacts import people.csv --results peo', ['people.csv']],
  ['reach schema camp', ['campaign']],
  ['reach campaign status 2 AC', ['ACTIVE']],
  ['reach campaign create q3.yaml --fields sta', ['status']],
  ['reach help exit', ['exit-codes']],
  ['reach --profile lo', ['local']],
  ['reach --profile other list show Ea', ['East']],
  ['reach list show --profile=other Ea', ['East']],
  ['reach help contacts ', ['']],
];

const DRIVER = `source '${scriptOf('bash')}'
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _reach
for found in "\${COMPREPLY[@]}"; do printf '%s\\n' "$found"; done`;

/** bash host words over as it cuts them: at spaces, and around an equals sign. */
const bashWords = (typed: string) =>
  typed
    .split(' ')
    .flatMap((word) => word.split(/([=:])/))
    .filter((word, at, { length }) => word !== '' || at === length - 1);

/** The files of `completions/`, which packagers install: each asks reach for the script. */
const loader = (file: string) => join(ROOT, 'completions', file);

describe('bash', () => {
  const complete = (words: readonly string[]) => execaSync('bash', ['--norc', '-c', DRIVER, 'bash', ...words], quiet);

  test.each(ROWS)('%s', (typed, offered) => {
    const { stdout, stderr } = complete(bashWords(typed));
    expect([stdout.trim().split('\n'), stderr]).toEqual([offered, '']);
  });

  test.each([
    ['ICP', ['ICP\\ DACH']],
    ['"ICP', ['ICP DACH']],
    ['Ada', ["Ada\\'s\\ list"]],
  ])('a list by its name, typed as %s', (typed, offered) => {
    const { stdout } = complete(['reach', 'contacts', 'import', 'people.csv', '--list', typed]);
    expect(stdout.trim().split('\n')).toEqual(offered);
  });
});

/** Ctrl-X prints the line as the editor holds it. */
const BASHRC = `source '${scriptOf('bash')}'; PS1='editor is there'; bind 'set enable-bracketed-paste off'
show() { printf 'now: %s.\\n' "$READLINE_LINE"; exit; }; bind -x '"\\C-x": show'
`;

test.each([
  ['reach list show Te', 'reach list show Team:\\ leads'],
  ['reach list show Team:', 'reach list show Team:\\ leads'],
  ['reach list show Team:\\ le', 'reach list show Team:\\ leads'],
  ['reach list show "Team: le', 'reach list show "Team: leads"'],
])('bash completes %s, with what it cut at the colon', async (typed, line) => {
  writeFileSync(join(home.folder, 'bashrc'), BASHRC);
  const options = { env: { ...env, HISTFILE: '/dev/null' } };
  const bash = startProgramOnTerminal(home, ['bash', '--noprofile', '--rcfile', 'bashrc', '-i'], options);
  await bash.seen('editor is there');
  bash.type(`${typed}\t\u0018`);
  const { stdout } = await bash.ended;
  expect(/now: (.*)\./.exec(readable(stdout))?.[1]?.trim()).toBe(line);
});

test('bash loads the script from completions/', () => {
  const driver = DRIVER.replace(scriptOf('bash'), loader('reach.bash'));
  const { stdout, stderr } = execaSync('bash', ['--norc', '-c', driver, 'bash', 'reach', 'contacts', 'imp'], quiet);
  expect([stdout, stderr]).toEqual(['import\n', '']);
});

describe.runIf(has('fish'))('fish', () => {
  const complete = (typed: string) => {
    const script = `source '${scriptOf('fish')}'; complete -C $argv[1]`;
    return execaSync('fish', ['--no-config', '-c', script, typed], quiet);
  };

  test.each(ROWS)('%s', (typed, offered) => {
    const { stdout, stderr } = complete(typed);
    const words = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0]?.replace(/^--output=/, ''));
    expect([words, stderr]).toEqual([offered, '']);
  });

  test('loads the script from completions/', () => {
    const script = `source '${loader('reach.fish')}'; complete -C 'reach contact ex'`;
    expect(execaSync('fish', ['--no-config', '-c', script], quiet).stdout).toMatch(/^export\t/);
  });

  test('commands and options come with what they do', () => {
    expect(complete('reach contacts imp').stdout).toBe('import\tImport contacts from a CSV, JSON or Excel file\n');
    expect(complete('reach contacts import --rej').stdout).toMatch(/^--rejects\t\S/);
  });

  test('a list by its name', () => expect(complete('reach list show IC').stdout).toBe('ICP DACH\n'));
});

/**
 * Ctrl-X prints the line as the editor holds it: what it draws comes in pieces. Of all shells that start here, the first one
 * writes a dump for the others. KEYTIMEOUT: longer keys begin with Ctrl-X, too.
 */
const ZSHRC = `autoload -Uz compinit; compinit -u -C -d '${join(home.folder, 'zcompdump')}'; source '${scriptOf('zsh')}'
show() { zle -I; print -r -- "now: $BUFFER."; exit }; zle -N show; bindkey "^X" show; KEYTIMEOUT=1
zle-line-init() { print -rn -- "editor is there" }; zle -N zle-line-init
`;

/** What the line becomes when TAB is pressed behind it. */
async function completedInZsh(typed: string): Promise<string | undefined> {
  const zsh = startProgramOnTerminal(home, ['zsh', '-i'], { env: { ...env, ZDOTDIR: home.folder } });
  // What is typed before the editor is there would be taken as text, tabs included.
  await zsh.seen('editor is there');
  zsh.type(`${typed}\t\u0018`);
  const { stdout } = await zsh.ended;
  return /now: (.*)\./.exec(readable(stdout))?.[1]?.trim();
}

describe.runIf(has('zsh'))('zsh', () => {
  beforeAll(() => writeFileSync(join(home.folder, '.zshrc'), ZSHRC));

  test.each([
    ...ROWS.map(([typed, offered]) => [typed, offered.at(-1) ?? ''] as const),
    ['reach list show IC', 'ICP\\ DACH'] as const,
  ])('%s', async (typed, offered) =>
    expect(await completedInZsh(typed)).toBe(typed.replace(/[^ =]*$/, () => offered).trim()),
  );

  test.each([
    ['from a folder of fpath', `fpath=('${join(ROOT, 'completions')}' $fpath); autoload -Uz compinit; compinit -u -D`],
    ['sourced', `autoload -Uz compinit; compinit -u -D; source '${loader('_reach')}'`],
  ])('loads the script from completions/, %s', async (_, load) => {
    const [, ...editor] = ZSHRC.split('\n');
    writeFileSync(join(home.folder, '.zshrc'), [load, ...editor].join('\n'));
    expect(await completedInZsh('reach contacts imp')).toBe('reach contacts import');
  });
});

test.each([
  ['bash', '.local/share/bash-completion/completions/reach', '.bashrc'],
  ['zsh', '.local/share/reach/completions/_reach', '.zshrc'],
  ['fish', '.config/fish/completions/reach.fish', null],
])('install %s: once for all, into the own home', async (shell, file, startup) => {
  const own = { env: { HOME: home.folder, XDG_DATA_HOME: undefined, XDG_CONFIG_HOME: undefined } };
  if (startup !== null) writeFileSync(join(home.folder, startup), 'alias r=reach');
  for (const _ of ['once', 'twice']) {
    expect((await home.here(['completion', 'install', shell, '--yes'], own)).code).toBe(0);
  }
  const script = readFileSync(join(ROOT, 'dist', 'text', `completion ${shell}.txt`), 'utf8');
  expect(readFileSync(join(home.folder, file), 'utf8')).toBe(script);
  if (startup === null) return;
  const lines = readFileSync(join(home.folder, startup), 'utf8').trim().split('\n');
  expect([lines.length, lines[0]]).toEqual([2, 'alias r=reach']);
  expect(lines[1]).toMatch(/# reach completion$/);
});

test('install without a terminal and without --yes writes nothing', async () => {
  const elsewhere = join(home.folder, 'elsewhere');
  const ran = await home.run(['completion', 'install', 'bash'], { env: { HOME: elsewhere, XDG_DATA_HOME: undefined } });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('--yes');
  expect(existsSync(elsewhere)).toBe(false);
});

test.each(['names nonsense', 'names lists --profile nobody'])('completion %s says nothing', async (words) => {
  const ran = await home.run(['completion', ...words.split(' ')]);
  expect(ran).toMatchObject({ code: 0, stdout: '', stderr: '' });
});
