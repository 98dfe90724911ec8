// Problems for a person: where, what, which path, and the line with a caret under it.

import { harmless } from '../formats/cells.ts';
import type { Paint } from '../formats/colour.ts';
import { type WidthOf, widthFor } from '../formats/width.ts';
import type { FileProblem, SourceTexts } from './problem.ts';

/** Of a long line, what stands around the problem. */
const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 100;

interface Excerpt {
  readonly line: string;
  /** What the caret is moved by, tabs kept. */
  readonly indent: string;
  readonly marked: string;
}

/** Tabs stay, so that the caret lines up whatever their width; everything else that moves the cursor goes. */
function shown(text: string): string {
  return text
    .split('\t')
    .map((part) => harmless(part).replace(/\s/g, ' '))
    .join('\t');
}

function excerptOf(lines: readonly string[], { line, column, endLine, endColumn }: FileProblem): Excerpt {
  const whole = (lines[line - 1] ?? '').replace(/\r$/, '');
  const start = Math.min(column - 1, whole.length);
  const end = endLine > line ? whole.length : Math.min(endColumn - 1, whole.length);
  const from = start > SHOWN_BEFORE ? start - SHOWN_BEFORE : 0;
  const to = Math.min(whole.length, start + SHOWN_AFTER);
  const [before, after] = [from > 0 ? '…' : '', to < whole.length ? '…' : ''];
  const indent = shown(whole.slice(from, start));
  const marked = shown(whole.slice(start, Math.min(end, to))).trimEnd();
  return { line: `${before}${shown(whole.slice(from, to))}${after}`.trimEnd(), indent: `${before}${indent}`, marked };
}

function caretUnder({ indent, marked }: Excerpt, widthOf: WidthOf): string {
  const blank = indent
    .split('\t')
    .map((part) => ' '.repeat(widthOf(part)))
    .join('\t');
  return `${blank}${'^'.repeat(Math.max(1, widthOf(marked.replace(/\t/g, ' '))))}`;
}

function problemText(
  problem: FileProblem,
  source: readonly string[] | undefined,
  paint: Paint,
  widthOf: WidthOf,
): string {
  const { file, line, column, message, code, path, severity, basis } = problem;
  const codes = basis === 'chosen' && severity === 'warning' ? `[${harmless(code)}] [chosen]` : `[${harmless(code)}]`;
  const warning = severity === 'warning' ? `${paint.yellow('warning:')} ` : '';
  const lines = [
    `${paint.bold(`${harmless(file)}:${line}:${column}:`)} ${warning}${harmless(message)} ${paint.dim(codes)}`,
  ];
  if (path !== '') lines.push(paint.dim(`  at ${harmless(path)}`));
  if (source !== undefined) {
    const excerpt = excerptOf(source, problem);
    const gutter = ' '.repeat(String(line).length);
    const colour = severity === 'warning' ? paint.yellow : paint.red;
    lines.push(`${paint.dim(`${line} |`)} ${excerpt.line}`.trimEnd());
    lines.push(`${paint.dim(`${gutter} |`)} ${colour(caretUnder(excerpt, widthOf))}`);
  }
  return lines.join('\n');
}

/** All problems, each with its line, separated by blank lines; empty when there are none. */
export async function problemsText(
  problems: readonly FileProblem[],
  sources: SourceTexts,
  paint: Paint,
): Promise<string> {
  if (problems.length === 0) return '';
  const widthOf = await widthFor(problems.map(({ file }) => sources.get(file) ?? ''));
  const lines = new Map([...sources].map(([file, text]) => [file, text.split('\n')]));
  const parts = problems.map((problem) => problemText(problem, lines.get(problem.file), paint, widthOf));
  return `${parts.join('\n\n')}\n`;
}
