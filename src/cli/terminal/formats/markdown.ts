// Text in Markdown: for pull requests and the summaries of jobs.

import { harmless } from './cells.ts';

export function markdownCell(text: string): string {
  return harmless(text)
    .replace(/[\\|`<>*_~[\]]/g, (mark) => `\\${mark}`)
    .replace(/\s+/g, ' ');
}

/** Text between the tags of HTML that stands in Markdown, where a backslash would be one. */
export function htmlText(text: string): string {
  return harmless(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\s+/g, ' ');
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |\n`;
}

/** The heading of a table, and the line below it. */
export function markdownHead(titles: readonly string[]): string {
  return `${markdownRow(titles)}| ${titles.map(() => '---').join(' | ')} |\n`;
}
