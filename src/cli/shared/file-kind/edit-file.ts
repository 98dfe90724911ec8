// The user's editor on a file in the state folder, with remarks in it: lines of their own, removed before the text is read.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { boundedText } from '../../files/bounded-read.ts';
import { namedPath } from '../../files/is-file.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

/** Starts a remark. No YAML that reach writes has it at the start of a line, not even inside a text. */
const MARK = '#!';

/** Each sentence as a line of its own. */
export function remarkLines(sentences: readonly string[]): string {
  return sentences.map((sentence) => `${MARK} ${sentence}\n`).join('');
}

/** The text without the remarks: what is checked and sent, and what positions of problems refer to. */
export function withoutRemarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith(MARK))
    .join('\n');
}

/** Whether only comments are left. */
export function isBlank(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith('#'));
}

const oneLine = (text: string) =>
  harmless(text)
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

function remarkOf({ column, severity, message, code }: FileProblem): string {
  const indent = ' '.repeat(Math.max(1, column - 1 - MARK.length));
  const kind = severity === 'warning' ? 'warning: ' : '';
  return `${MARK}${indent}^ ${kind}${oneLine(message)} [${code}]`;
}

/** The text to open again: `reason` on top, each problem below its line. `text` has no remarks. */
export function withProblems(text: string, reason: string, problems: readonly FileProblem[]): string {
  const below = new Map<number, string[]>();
  for (const problem of problems) {
    below.set(problem.line, [...(below.get(problem.line) ?? []), remarkOf(problem)]);
  }
  const top = [`${MARK} ${oneLine(reason)}`, `${MARK} Change it and save to try again; close it unchanged to give up.`];
  const lines = text.split('\n').flatMap((line, index) => [line, ...(below.get(index + 1) ?? [])]);
  return [...top, ...lines].join('\n');
}

/** Where texts that were not sent are kept, each in a folder of its own. */
function editsFolder({ paths }: Session): string {
  return join(paths.state, 'edits');
}

/** Beside a kept text: what the editor opened, so that resuming sends only what was changed. */
export const OPENED_FILE = 'opened.yaml';

/** What the editor opened when the kept text in `input` was started; null for a file that is not a kept text of `name`. */
export function openedFor(session: Session, input: string, name: string): string | null {
  if (input === '-') return null;
  const folder = dirname(namedPath(session.io, input));
  if (dirname(folder) !== editsFolder(session) || !basename(folder).startsWith(`${name}-`)) return null;
  const opened = join(folder, OPENED_FILE);
  return existsSync(opened) ? opened : null;
}

export class EditFile {
  readonly path: string;
  readonly #folder: string;

  private constructor(folder: string, file: string) {
    this.#folder = folder;
    this.path = join(folder, file);
  }

  /** `name` of its folder, `file` in it; `beside`: other files the editor may need, by name. Readable only by the user. */
  static async create(
    session: Session,
    { name, file, beside }: { name: string; file: string; beside: ReadonlyMap<string, string> },
  ): Promise<EditFile> {
    const root = editsFolder(session);
    await mkdir(root, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(root, `${name}-`));
    for (const [other, text] of beside) await writeWhole(join(folder, other), text, other, 0o600);
    return new EditFile(folder, file);
  }

  /** Opens the text in the editor and gives what was saved. Throws CliError (exit 2) when the editor fails or is killed. */
  async edit(session: Session, text: string): Promise<string> {
    await writeWhole(this.path, text, this.path, 0o600);
    await runEditor(session, this.path);
    return boundedText(this.path, this.path);
  }

  /** Does the work with the text; unless the work returns true, the text stays for `--file`, without remarks. */
  async keepUntil(session: Session, text: string, work: () => Promise<boolean>): Promise<void> {
    await writeWhole(this.path, `${text}\n`, this.path, 0o600);
    const kept = `the text is kept: --file ${this.path}`;
    const isDone = await work().catch(async (error: unknown) => {
      await session.print.warn(kept);
      throw error;
    });
    if (isDone) await this.remove();
    else await session.print.note(kept);
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** `$VISUAL`, `$EDITOR`, else what every system has; each may include flags, as in `code --wait`. */
function editorOf(session: Session): string {
  return namedEditor(session) ?? (session.io.platform === 'win32' ? 'notepad' : 'vi');
}

/** The editor that the environment names; undefined when it names none. */
export function namedEditor({ io }: Session): string | undefined {
  return [io.env['VISUAL'], io.env['EDITOR']].find((name) => name !== undefined && name.trim() !== '');
}

async function runEditor(session: Session, path: string): Promise<void> {
  const { io } = session;
  const editor = editorOf(session);
  const { execa } = await import('execa');
  // The editor has the terminal and gets Ctrl-C itself: nothing ends it for us, and its window is shown.
  const options = {
    stdio: 'inherit',
    cwd: io.cwd,
    env: io.env,
    extendEnv: false,
    cleanup: false,
    windowsHide: false,
    reject: false,
  } as const;
  const { exitCode, signal, failed, originalMessage } =
    io.platform === 'win32'
      ? await execa(`${editor} "${path}"`, { ...options, shell: true })
      : await execa('/bin/sh', ['-c', `${editor} "$1"`, editor, path], options);
  if (io.interrupt.aborted) throw io.interrupt.reason;
  if (!failed) return;
  const how = signal === undefined ? `failed (${exitCode ?? originalMessage})` : `was ended by ${signal}`;
  throw new CliError('usage', 'editor_failed', `the editor ${how}: ${editor}`, {
    hint: 'VISUAL or EDITOR names the editor',
  });
}
