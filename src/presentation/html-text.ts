// HTML of a message or signature as text: its words and the targets of its links.

import { getOwn } from '../contract/json.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};

/** How much is shown: a tag that is never closed is looked for to the end, from each place that opens one. */
const CHARACTERS_MAX = 20_000;

/** Its styles may be longer than that; a part of one quotes the body of another after its own words. */
const IS_DOCUMENT = /^\s*(?:<!doctype[^<>]*>\s*)?<(?:html|head)\b/i;

const MOST_CODE = 0x10ffff;

function entity(whole: string, name: string): string {
  const code = /^#x([0-9a-f]{1,6})$/i.exec(name)?.[1];
  const decimal = /^#([0-9]{1,7})$/.exec(name)?.[1];
  const point = code !== undefined ? Number.parseInt(code, 16) : decimal !== undefined ? Number(decimal) : null;
  if (point !== null) return point > 0 && point <= MOST_CODE ? String.fromCodePoint(point) : '';
  return getOwn(ENTITIES, name.toLowerCase()) ?? whole;
}

const unescaped = (text: string): string => text.replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, entity);

function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return unescaped(match?.[1] ?? match?.[2] ?? match?.[3] ?? '');
}

/** A link is its text and, if different, its address. `whole` begins with the opening tag. */
function linked(whole: string, inner: string): string {
  const address = attribute(whole.slice(0, whole.indexOf('>') + 1), 'href').replace(/^mailto:/i, '');
  const text = inner.replace(/<[^<>]*>/g, '').trim();
  return address === '' || unescaped(text) === address ? inner : `${inner} (${address.replaceAll('<', '&lt;')})`;
}

/** Lines are trimmed; there is never more than one empty line in a row. */
export function htmlText(html: string): string {
  const start = IS_DOCUMENT.test(html) ? Math.max(0, html.search(/<body\b/i)) : 0;
  const text = html
    .slice(start, start + CHARACTERS_MAX)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^<>]*>(.*?)<\/a\s*>/gi, (whole: string, inner: string) => linked(whole, inner))
    .replace(/<img\b[^<>]*>/gi, (tag) => `[image${attribute(tag, 'alt') === '' ? '' : `: ${attribute(tag, 'alt')}`}]`)
    .replace(/<(br|hr)\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<\/(p|div|tr|table|ul|ol|h[1-6]|blockquote)\s*>/gi, '\n')
    .replace(/<\/t[dh]\s*>/gi, ' ')
    .replace(/<[^<>]*>/g, '');
  return unescaped(text)
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
