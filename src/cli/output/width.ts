// How many columns text takes on a terminal. Plain ASCII needs no package; the rest asks string-width (emoji, CJK, marks).

export type WidthOf = (text: string) => number;

const PLAIN = /^[\x20-\x7e]*$/;

/** A measure good for these texts; loads string-width only where one of them needs it. */
export async function widthFor(texts: Iterable<string>): Promise<WidthOf> {
  for (const text of texts) {
    if (PLAIN.test(text)) continue;
    const { default: stringWidth } = await import('string-width');
    return (given) => (PLAIN.test(given) ? given.length : stringWidth(given));
  }
  return (text) => text.length;
}

/** Cuts text to `width` columns, the last of them an ellipsis where something is missing. Never splits a character. */
export function cut(text: string, width: number, widthOf: WidthOf): string {
  if (widthOf(text) <= width) return text;
  if (width <= 1) return '…'.slice(0, width);
  if (PLAIN.test(text)) return `${text.slice(0, width - 1)}…`;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function pad(text: string, width: number, widthOf: WidthOf, right = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
}

/** Breaks text into lines of at most `width` columns, at spaces where there are any. */
export function wrap(text: string, width: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  let line = '';
  const take = (piece: string) => {
    if (widthOf(line) + widthOf(piece) > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
    }
    line += line === '' ? piece.trimStart() : piece;
  };
  for (const word of text.match(/\s*\S+/g) ?? []) {
    if (widthOf(word.trimStart()) <= width) take(word);
    else for (const { segment } of new Intl.Segmenter().segment(word)) take(segment);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}
