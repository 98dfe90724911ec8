// JSON with what JSON.parse hides: digits that a number cannot hold, a name that is there twice, halves of characters; with the place.

import { dictionary } from '../../contract/json.ts';

/** What is wrong with a JSON text, and where: line and column from 1. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, text: string, at: number) {
    super(message);
    const before = text.slice(0, at);
    this.line = before.split('\n').length;
    this.column = at - before.lastIndexOf('\n');
  }
}

const DEPTH_MAX = 200;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*"/y;
const WORD = /true|false|null/y;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A double holds as many digits of any decimal number. */
const EXACT_DIGITS = 15;
/** Longer than any number that a program writes of a double. */
const NUMBER_CHARACTERS_MAX = 400;

/** Whether a number keeps its digits as a double: 9007199254740993 and 0.1000000000000000055 do not. */
export function isExactNumber(source: string): boolean {
  if (source.length > NUMBER_CHARACTERS_MAX) return false;
  const number = Number(source);
  if (Number.isSafeInteger(number) && /^-?[0-9]+$/.test(source)) return true;
  const digits = source.split(/e/i)[0]?.replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '') ?? '';
  return Number.isFinite(number) && (digits.length <= EXACT_DIGITS || String(number) === source);
}

/** What becomes of a number that a double cannot hold: an error, or its digits as text. Of one with an exponent, too, digits may be missing. */
export type LongNumbers = 'refused' | 'text';

/** The value of a JSON text. Throws JsonTextError. */
export function parseJsonText(text: string, longNumbers: LongNumbers = 'refused'): unknown {
  return new JsonReader(text, longNumbers).whole();
}

class JsonReader {
  readonly #text: string;
  readonly #longNumbers: LongNumbers;
  #at = 0;

  constructor(text: string, longNumbers: LongNumbers) {
    this.#text = text;
    this.#longNumbers = longNumbers;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw this.#error('there is text behind the JSON value');
    return value;
  }

  #value(depth: number): unknown {
    this.#space();
    if (depth > DEPTH_MAX) throw this.#error(`values are nested more than ${DEPTH_MAX} deep`);
    const first = this.#text.charAt(this.#at);
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"') return this.#string();
    const word = this.#match(WORD);
    if (word !== null) return word === 'null' ? null : word === 'true';
    return this.#number();
  }

  #object(depth: number): object {
    const object = dictionary<unknown>();
    this.#at += 1;
    for (let isFirst = true; !this.#takes('}'); isFirst = false) {
      if (!isFirst) this.#expect(',');
      this.#space();
      const at = this.#at;
      const name = this.#string();
      if (Object.hasOwn(object, name)) throw this.#error(`${JSON.stringify(name)} is there twice`, at);
      this.#expect(':');
      object[name] = this.#value(depth + 1);
    }
    return object;
  }

  #array(depth: number): unknown[] {
    const values: unknown[] = [];
    this.#at += 1;
    for (let isFirst = true; !this.#takes(']'); isFirst = false) {
      if (!isFirst) this.#expect(',');
      values.push(this.#value(depth + 1));
    }
    return values;
  }

  #string(): string {
    const at = this.#at;
    const source = this.#match(STRING);
    if (source === null) throw this.#error('a text in double quotes is expected');
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch {
      throw this.#error('the text has an escape that JSON does not know', at);
    }
    const text = String(value);
    if (LONE_SURROGATE.test(text)) throw this.#error('the text holds half a character (a lone surrogate)', at);
    return text;
  }

  #number(): number | string {
    const at = this.#at;
    const source = this.#match(NUMBER);
    if (source === null) throw this.#error('a JSON value is expected');
    const number = Number(source);
    if (!Number.isFinite(number)) throw this.#error(`${source.slice(0, 30)} is too large for a number`, at);
    if (isExactNumber(source) && (this.#longNumbers === 'refused' || !/e\+?[0-9]/i.test(source))) return number;
    if (this.#longNumbers === 'text') return source;
    throw this.#error(`${source.slice(0, 30)} has more digits than a number keeps; write it in quotes`, at);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #takes(character: string): boolean {
    this.#space();
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#takes(character)) throw this.#error(`"${character}" is expected`);
  }

  #error(message: string, at = this.#at): JsonTextError {
    return new JsonTextError(message, this.#text, at);
  }
}
