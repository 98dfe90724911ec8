// Help and guides are made at build time, for 80 columns: they fit every terminal, and a manual page.

export const HELP_WIDTH = 80;

/** Wraps at spaces, the first line after `first`, the others after `rest`; a word longer than the line stands alone. */
export function wrapWords(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (!isEmpty && line.length + 1 + word.length > HELP_WIDTH) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

/** An example is a line to copy, and stays whole; a text goes on below its beginning. */
export function helpLine(line: string): string[] {
  if (line.startsWith('$ ')) return [`  ${line}`];
  const [, code = '', rest = line] = /^([0-9]+ +)(\S.*)$/.exec(line) ?? [];
  return wrapWords(rest, `  ${code}`, ' '.repeat(2 + code.length));
}

/** Line ends inside a paragraph are those of the source: the help wraps at its own width. */
export function flowing(text: string): string {
  return text.includes('\n') ? text.replace(/(?<!\n)\n(?![\n\s-])/g, ' ') : text;
}
