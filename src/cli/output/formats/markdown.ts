// Text in Markdown: for pull requests and the summaries of jobs.

import { harmless } from './cells.ts';

/** Text in a cell or a heading, that is nothing but text. */
export function markdownCell(text: string): string {
  return harmless(text)
    .replace(/[\\|`<>*_[\]]/g, (mark) => `\\${mark}`)
    .replace(/\s+/g, ' ');
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |\n`;
}

/** The heading of a table, and the line below it. */
export function markdownHead(titles: readonly string[]): string {
  return `${markdownRow(titles)}| ${titles.map(() => '---').join(' | ')} |\n`;
}
