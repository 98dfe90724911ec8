// A command on a terminal: a pseudo-terminal made by util-linux's `script`, or by Python where there is no `script`.

import { execaSync } from 'execa';
import { BINARY, type Home, type Running, type RunOptions, start } from './binary.ts';

const PYTHON = `
import fcntl, os, pty, select, signal, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
watched = [0, terminal]
while True:
    ready, _, _ = select.select(watched, [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if typed: os.write(terminal, typed)
        else: watched.remove(0)
    if terminal in ready:
        try: shown = os.read(terminal, 4096)
        except OSError: shown = b""
        if not shown: break
        os.write(1, shown)
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
`;

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
const hasScript = execaSync('script', ['--version'], { reject: false }).stdout?.includes('util-linux') === true;

interface TerminalOptions extends RunOptions {
  /** 100 without it. */
  readonly columns?: number;
}

/** Starts the tool on a terminal. What it shows comes as stdout, line ends as CR LF. */
export function startOnTerminal(home: Home, args: readonly string[], options: TerminalOptions = {}): Running {
  return startProgramOnTerminal(home, [process.execPath, BINARY, ...args], options);
}

/** The same for any program, named by its path or found in PATH. */
export function startProgramOnTerminal(home: Home, argv: readonly string[], options: TerminalOptions = {}): Running {
  const line = `stty rows 40 cols ${options.columns ?? 100}; exec ${argv.map(quoted).join(' ')}`;
  const env = home.env({ TERM: 'xterm-256color', ...options.env });
  return hasScript
    ? start('script', ['-qec', line, '/dev/null'], { cwd: home.folder, env: { ...env, SHELL: '/bin/sh' } })
    : start('python3', ['-c', PYTHON, '/bin/sh', '-c', line], { cwd: home.folder, env });
}

/** What a person reads: without the escapes that colour, move and erase. */
export const readable = (displayed: string): string =>
  displayed.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r\n', '\n');

/** Types what belongs to each thing shown, one after the other. */
export async function answerAll(running: Running, answers: readonly (readonly [RegExp, string])[]): Promise<void> {
  let typedAt = 0;
  for (const [pattern, typed] of answers) {
    // What was shown before the last key tells nothing.
    const from = typedAt;
    await running.seen((displayed) => pattern.test(readable(displayed.slice(from))));
    typedAt = running.stdout().length;
    running.type(typed);
  }
}
