// Problems for a person: where, what, which path, and the line with a caret under it.

import { harmless } from '../formats/cells.ts';
import type { Paint } from '../formats/colour.ts';
import { fold, type WidthOf, widthFor } from '../formats/width.ts';
import type { Out } from '../io.ts';
import type { FileProblem, SourceTexts } from './problem.ts';

/** Of a long line, what stands around the problem. */
const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 100;
/** However narrow the terminal is. */
const SHOWN_LEAST = 10;
/** An ellipsis on both sides. */
const CUTS = 2;

interface Excerpt {
  readonly line: string;
  /** What the caret is moved by, tabs kept. */
  readonly indent: string;
  readonly marked: string;
}

/** Tabs stay, so that the caret lines up whatever their width; everything else that moves the cursor goes. */
function displayed(text: string): string {
  return text
    .split('\t')
    .map((part) => harmless(part).replace(/\s/g, ' '))
    .join('\t');
}

/** A line that the terminal breaks would part the caret from what it points at. */
function excerptOf(lines: readonly string[], { line, column, endLine, endColumn }: FileProblem, room: number): Excerpt {
  const whole = (lines[line - 1] ?? '').replace(/\r$/, '');
  const start = Math.min(column - 1, whole.length);
  const end = endLine > line ? whole.length : Math.min(endColumn - 1, whole.length);
  const left = Math.max(2 * SHOWN_LEAST, room - CUTS);
  const most = Math.min(SHOWN_BEFORE, whole.length <= room ? SHOWN_BEFORE : Math.floor(left / 2));
  const from = start > most ? start - most : 0;
  const to = Math.min(whole.length, start + SHOWN_AFTER, from + (whole.length <= room ? whole.length : left));
  const [before, after] = [from > 0 ? '…' : '', to < whole.length ? '…' : ''];
  const indent = displayed(whole.slice(from, start));
  const marked = displayed(whole.slice(start, Math.min(end, to))).trimEnd();
  return {
    line: `${before}${displayed(whole.slice(from, to))}${after}`.trimEnd(),
    indent: `${before}${indent}`,
    marked,
  };
}

function caretUnder({ indent, marked }: Excerpt, widthOf: WidthOf): string {
  const blank = indent
    .split('\t')
    .map((part) => ' '.repeat(widthOf(part)))
    .join('\t');
  return `${blank}${'^'.repeat(Math.max(1, widthOf(marked.replace(/\t/g, ' '))))}`;
}

interface Looks {
  readonly paint: Paint;
  readonly widthOf: WidthOf;
  /** Columns of the terminal; no end in a pipe. */
  readonly room: number;
}

async function problemText(
  problem: FileProblem,
  source: readonly string[] | undefined,
  { paint, widthOf, room }: Looks,
): Promise<string> {
  const { file, line, column, message, code, path, severity } = problem;
  const codes = `[${harmless(code)}]`;
  const warning = severity === 'warning' ? `${paint.yellow('warning:')} ` : '';
  const head = `${paint.bold(`${harmless(file)}:${line}:${column}:`)} ${warning}${harmless(message)} ${paint.dim(codes)}`;
  const lines = [Number.isFinite(room) ? await fold(head, room) : head];
  if (path !== '') lines.push(paint.dim(`  at ${harmless(path)}`));
  if (source !== undefined) {
    const gutter = ' '.repeat(String(line).length);
    const excerpt = excerptOf(source, problem, room - gutter.length - ' | '.length);
    const colour = severity === 'warning' ? paint.yellow : paint.red;
    lines.push(`${paint.dim(`${line} |`)} ${excerpt.line}`.trimEnd());
    lines.push(`${paint.dim(`${gutter} |`)} ${colour(caretUnder(excerpt, widthOf))}`);
  }
  return lines.join('\n');
}

/** All problems, each with its line, separated by blank lines, as wide as `out` is; empty when there are none. */
export async function problemsText(
  problems: readonly FileProblem[],
  sources: SourceTexts,
  paint: Paint,
  out: Pick<Out, 'isTTY' | 'columns'>,
): Promise<string> {
  if (problems.length === 0) return '';
  const widthOf = await widthFor(problems.map(({ file }) => sources.get(file) ?? ''));
  const lines = new Map([...sources].map(([file, text]) => [file, text.split('\n')]));
  const looks = { paint, widthOf, room: out.isTTY ? out.columns : Number.POSITIVE_INFINITY };
  const parts: string[] = [];
  for (const problem of problems) parts.push(await problemText(problem, lines.get(problem.file), looks));
  return `${parts.join('\n\n')}\n`;
}
