// A guide, written as Markdown, as the text of `reach help` and as the body of a manual page.

import { lexer, type Token, type Tokens } from 'marked';
import { largest } from '../../../contract/extremes.ts';
import { wrapWords } from '../../session/help-width.ts';

/** Inline Markdown as plain text: emphasis and code lose their marks, a link keeps its address. */
function plain(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      if (token.type === 'link') return `${plain(token.tokens)} (${token.href})`;
      if ('tokens' in token && token.tokens !== undefined) return plain(token.tokens);
      return 'text' in token ? String(token.text) : token.raw;
    })
    .join('')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function tableLines({ header, rows }: Tokens.Table): string[] {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => plain(tokens)));
  const displayed = cells[0]?.every((cell) => cell === '') === true ? cells.slice(1) : cells;
  const columns = largest(displayed.map((row) => row.length));
  const widths = Array.from({ length: columns - 1 }, (_, at) =>
    Math.min(28, largest(displayed.map((row) => row[at]?.length ?? 0))),
  );
  return displayed.flatMap((row) => {
    const head = row.slice(0, -1).map((cell, at) => cell.padEnd(widths[at] ?? 0));
    const indent = `  ${head.join('  ')}  `;
    return wrapWords(row.at(-1) ?? '', indent, ' '.repeat(2 + widths.reduce((sum, width) => sum + width + 2, 0)));
  });
}

// marked's own union also holds tokens of extensions, whose type is any text: narrowing needs a word.
const isTable = (token: Token): token is Tokens.Table => token.type === 'table' && 'header' in token;
const isList = (token: Token): token is Tokens.List => token.type === 'list' && 'items' in token;

function blockLines(token: Token): string[] {
  switch (token.type) {
    case 'heading':
      return [token.depth === 1 ? plain(token.tokens).toUpperCase() : plain(token.tokens)];
    case 'code':
      return String(token.text)
        .split('\n')
        .map((line) => (line === '' ? '' : `    ${line}`));
    case 'table':
      return isTable(token) ? tableLines(token) : [];
    case 'list':
      return isList(token) ? token.items.flatMap(({ tokens }) => wrapWords(plain(tokens), '  - ', '    ')) : [];
    default:
      return wrapWords(plain('tokens' in token ? token.tokens : undefined), '', '');
  }
}

/** As `reach help TOPIC` prints it, at 80 columns. */
export function guideText(markdown: string): string {
  const blocks = lexer(markdown).filter(({ type }) => type !== 'space');
  return `${blocks.map((block) => blockLines(block).join('\n')).join('\n\n')}\n`;
}
