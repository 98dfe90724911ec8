// The plain part of YAML, read directly: mappings and lists by indentation, scalars on one line, literal blocks, flow
// collections on one line. Nearly every file has nothing else, and it takes a fifteenth of the library's time. Where a text
// has anything else (anchors, tags, escapes, folds, tabs) it gives up, and the library reads all of it.

import type { MapNode, ScalarNode, SeqNode, YamlNode, YamlPair } from './nodes.ts';
import { chomped, GIVE_UP, isWord, plainValue } from './plain-scalars.ts';

/** Anything the reader does not know, wherever it stands. */
const STRANGE = /[\t\r\ufeff\u0085\u2028\u2029]|^(?:---|\.\.\.|%)/m;
const KEY = /([A-Za-z$][A-Za-z0-9_$-]*):(?= |$)/my;
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[^\s])/y;
const FLOW_WORD = /[A-Za-z0-9+./_{}$-][^,[\]{}:#&*!|>'"%@`\n]*/y;
const DEPTH_MAX = 100;

interface PlainLine {
  readonly start: number;
  readonly indent: number;
  /** Where the line ends, its newline left out. */
  readonly end: number;
}

/** The document, or null where it is not plain. */
export function parsePlain(text: string): YamlNode | null {
  if (STRANGE.test(text)) return null;
  try {
    return new PlainReader(text).document();
  } catch (thrown) {
    if (thrown === GIVE_UP) return null;
    throw thrown;
  }
}

class PlainReader {
  readonly #text: string;
  /** Where reading is: the start of a line, but inside one after a `- `. */
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): YamlNode {
    const line = this.#next();
    if (line === null || line.indent !== 0) throw GIVE_UP;
    const node = this.#block(line, 0);
    if (this.#next() !== null) throw GIVE_UP;
    return node;
  }

  /** The next line with content, without taking it. Comments and blank lines are passed. */
  #next(): PlainLine | null {
    const text = this.#text;
    for (let start = this.#at; start < text.length; ) {
      let end = text.indexOf('\n', start);
      if (end < 0) end = text.length;
      let first = start;
      while (first < end && text.charCodeAt(first) === 0x20) first += 1;
      if (first < end && text.charCodeAt(first) !== 0x23) {
        this.#at = start;
        return { start: first, indent: first - start, end };
      }
      start = end + 1;
    }
    this.#at = text.length;
    return null;
  }

  #isDash(line: PlainLine): boolean {
    const after = this.#text[line.start + 1];
    return this.#text[line.start] === '-' && (after === ' ' || after === '\n' || after === undefined);
  }

  #block(line: PlainLine, depth: number): YamlNode {
    if (depth > DEPTH_MAX) throw GIVE_UP;
    return this.#isDash(line) ? this.#list(line, depth) : this.#mapping(line, depth);
  }

  #list(first: PlainLine, depth: number): SeqNode {
    const items: YamlNode[] = [];
    let line: PlainLine | null = first;
    while (line !== null && line.indent === first.indent && this.#isDash(line)) {
      items.push(this.#item(line, depth));
      line = this.#next();
    }
    if (line !== null && line.indent > first.indent) throw GIVE_UP;
    return { kind: 'seq', start: first.start, end: items.at(-1)?.end ?? first.start, items };
  }

  /** What follows a dash: a mapping that begins on the same line, a value, or something on the lines below. */
  #item(dash: PlainLine, depth: number): YamlNode {
    let start = dash.start + 1;
    while (this.#text[start] === ' ') start += 1;
    if (start >= dash.end || this.#text[start] === '#') return this.#below(dash, dash.indent, depth);
    const rest = { start, indent: dash.indent + start - dash.start, end: dash.end };
    if (this.#isDash(rest)) throw GIVE_UP;
    return this.#keyAt(start) === null ? this.#value(start, dash, depth) : this.#mapping(rest, depth + 1);
  }

  /** A value on the lines below its key or dash; nothing there is left to the library. */
  #below(line: PlainLine, indent: number, depth: number): YamlNode {
    this.#at = line.end + 1;
    const next = this.#next();
    const isInside =
      next !== null && (next.indent > indent || (next.indent === indent && this.#isDash(next) && !this.#isDash(line)));
    if (next === null || !isInside) throw GIVE_UP;
    return this.#block(next, depth + 1);
  }

  #keyAt(start: number): string | null {
    KEY.lastIndex = start;
    const key = KEY.exec(this.#text)?.[1] ?? null;
    return key !== null && isWord(key) ? null : key;
  }

  #mapping(first: PlainLine, depth: number): MapNode {
    const pairs: YamlPair[] = [];
    let line: PlainLine | null = first;
    while (line !== null && line.indent === first.indent && !(pairs.length > 0 && this.#isDash(line))) {
      const text = this.#keyAt(line.start);
      if (text === null) throw GIVE_UP;
      const key = { text, start: line.start, end: line.start + text.length };
      pairs.push({ key, value: this.#pairValue(key.end + 1, line, depth) });
      line = this.#next();
    }
    if (line !== null && line.indent > first.indent) throw GIVE_UP;
    return { kind: 'map', start: first.start, end: pairs.at(-1)?.value.end ?? first.start, pairs };
  }

  #pairValue(afterColon: number, line: PlainLine, depth: number): YamlNode {
    let start = afterColon;
    while (this.#text[start] === ' ') start += 1;
    if (start < line.end && this.#text[start] !== '#') return this.#value(start, line, depth);
    this.#at = line.end + 1;
    const next = this.#next();
    const isList = next !== null && next.indent === line.indent && this.#isDash(next);
    if (next !== null && (next.indent > line.indent || isList)) return this.#block(next, depth + 1);
    // Nothing: only where nothing else stands on the line, for else its place is the library's to tell.
    if (afterColon !== line.end) throw GIVE_UP;
    return { kind: 'scalar', value: null, source: '', start: afterColon, end: afterColon };
  }

  /** A value that begins on the line of its key or dash. `line.indent` is what more lines of it would have to exceed. */
  #value(start: number, line: PlainLine, depth: number): YamlNode {
    const first = this.#text[start];
    if (first === '|') return this.#literal(start, line);
    const node =
      first === "'" || first === '"'
        ? this.#quoted(start, line.end)
        : first === '{' || first === '['
          ? this.#flow(start, line.end, depth)
          : this.#plain(start, line.end);
    this.#endOfLine(node.end, line.end);
    this.#at = line.end + 1;
    const next = this.#next();
    // Deeper lines would go on with it.
    if (next !== null && next.indent > line.indent && !(this.#text[line.start] === '-' && next.indent <= line.indent))
      throw GIVE_UP;
    return node;
  }

  /** Nothing but a comment may follow. */
  #endOfLine(from: number, end: number): void {
    const rest = this.#text.slice(from, end);
    if (!/^(?: *| +#.*)$/.test(rest)) throw GIVE_UP;
  }

  #plain(start: number, end: number): ScalarNode {
    PLAIN_START.lastIndex = start;
    if (!PLAIN_START.test(this.#text)) throw GIVE_UP;
    let source = this.#text.slice(start, end);
    const comment = source.indexOf(' #');
    if (comment >= 0) source = source.slice(0, comment);
    source = source.trimEnd();
    if (source.includes(': ') || source.endsWith(':')) throw GIVE_UP;
    return { kind: 'scalar', value: plainValue(source), source, start, end: start + source.length };
  }

  #quoted(start: number, end: number): ScalarNode {
    const quote = this.#text[start];
    let close = this.#text.indexOf(quote === "'" ? "'" : '"', start + 1);
    while (quote === "'" && this.#text[close + 1] === "'") close = this.#text.indexOf("'", close + 2);
    if (close < 0 || close >= end) throw GIVE_UP;
    const inner = this.#text.slice(start + 1, close);
    if (quote === '"' && inner.includes('\\')) throw GIVE_UP;
    const value = quote === "'" ? inner.replaceAll("''", "'") : inner;
    return { kind: 'scalar', value, source: null, start, end: close + 1 };
  }

  /** `|`, `|-` or `|+`, with lines that are all indented as the first of them is, or more. */
  #literal(start: number, line: PlainLine): ScalarNode {
    const header = this.#text.slice(start, line.end);
    if (header !== '|' && header !== '|-' && header !== '|+') throw GIVE_UP;
    const lines: string[] = [];
    let indent = 0;
    let at = line.end + 1;
    let end = line.end;
    while (at < this.#text.length) {
      let lineEnd = this.#text.indexOf('\n', at);
      if (lineEnd < 0) lineEnd = this.#text.length;
      const row = this.#text.slice(at, lineEnd);
      const own = row.search(/[^ ]/);
      if (own < 0) {
        // Blank lines before the first are counted by indentation, too.
        if (indent === 0 && row !== '') throw GIVE_UP;
        lines.push(indent === 0 ? '' : row.slice(indent));
        if (indent > 0 && row.length > indent) end = lineEnd + 1;
      } else {
        if (own <= line.indent) break;
        if (indent === 0) indent = own;
        if (own < indent) throw GIVE_UP;
        lines.push(row.slice(indent));
        end = lineEnd + 1;
      }
      at = lineEnd + 1;
      if (header === '|+') end = at;
    }
    // How a last line without an end is chomped, and an empty block, the library knows.
    if (indent === 0 || this.#text[at - 1] !== '\n') throw GIVE_UP;
    this.#at = at;
    return { kind: 'scalar', value: chomped(lines, header), source: null, start, end };
  }

  #flow(start: number, end: number, depth: number): YamlNode {
    if (depth > DEPTH_MAX) throw GIVE_UP;
    const first = this.#text[start];
    if (first === '{') return this.#flowMapping(start, end, depth);
    if (first === '[') return this.#flowList(start, end, depth);
    if (first === "'" || first === '"') return this.#quoted(start, end);
    FLOW_WORD.lastIndex = start;
    const source = FLOW_WORD.exec(this.#text)?.[0].trimEnd();
    if (source === undefined || /^[-?:]\s|^-$|[{}]/.test(source)) throw GIVE_UP;
    return { kind: 'scalar', value: plainValue(source), source, start, end: start + source.length };
  }

  #spaces(at: number): number {
    let here = at;
    while (this.#text[here] === ' ') here += 1;
    return here;
  }

  /** After an item: the place behind the comma, or null and the place behind the bracket. */
  #afterItem(at: number, close: string): { readonly next: number | null; readonly end: number } {
    const here = this.#spaces(at);
    if (this.#text[here] === close) return { next: null, end: here + 1 };
    const next = this.#spaces(here + 1);
    if (this.#text[here] !== ',' || this.#text[next] === close) throw GIVE_UP;
    return { next, end: next };
  }

  #flowMapping(start: number, end: number, depth: number): MapNode {
    const pairs: YamlPair[] = [];
    let at: number | null = this.#spaces(start + 1);
    if (this.#text[at] === '}') return { kind: 'map', start, end: at + 1, pairs };
    for (;;) {
      const text = this.#keyAt(at);
      if (text === null) throw GIVE_UP;
      const key = { text, start: at, end: at + text.length };
      const value = this.#flow(this.#spaces(key.end + 1), end, depth + 1);
      pairs.push({ key, value });
      const after = this.#afterItem(value.end, '}');
      if (after.next === null) return { kind: 'map', start, end: after.end, pairs };
      at = after.next;
    }
  }

  #flowList(start: number, end: number, depth: number): SeqNode {
    const items: YamlNode[] = [];
    let at = this.#spaces(start + 1);
    if (this.#text[at] === ']') return { kind: 'seq', start, end: at + 1, items };
    for (;;) {
      const item = this.#flow(at, end, depth + 1);
      items.push(item);
      const after = this.#afterItem(item.end, ']');
      if (after.next === null) return { kind: 'seq', start, end: after.end, items };
      at = after.next;
    }
  }
}
