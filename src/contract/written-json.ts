// JSON that was written before: a body with it goes out without its values being made once more.

import { isObject } from './json.ts';

/** In front of the JSON: enough for `{"contacts":` and names like it. */
const ROOM_BEFORE = 64;
const BRACE = 0x7d;

/** A value of a body that is JSON already. Whoever else looks at it gets the value. */
export class WrittenJson {
  /** With room around the JSON, so that a body of this value alone is no copy of it. */
  readonly #whole: Buffer;
  readonly bytes: Buffer;

  /** JSON of so many bytes, which are to be written to `bytes`. */
  constructor(length: number) {
    this.#whole = Buffer.allocUnsafeSlow(ROOM_BEFORE + length + 1);
    this.bytes = this.#whole.subarray(ROOM_BEFORE, ROOM_BEFORE + length);
  }

  /** `opening`, the JSON, and a brace; null: there is no room for that. It lasts until another is asked for. */
  closedAfter(opening: Uint8Array): Buffer | null {
    if (opening.length > ROOM_BEFORE) return null;
    const whole = this.#whole;
    const from = ROOM_BEFORE - opening.length;
    whole.set(opening, from);
    whole[whole.length - 1] = BRACE;
    return whole.subarray(from);
  }

  toJSON(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}

/** The JSON of a body with such a value; null for any other. */
export function writtenBody(body: unknown): Buffer | null {
  const entries = isObject(body) ? Object.entries(body).filter(([, value]) => value !== undefined) : [];
  if (!entries.some(([, value]) => value instanceof WrittenJson)) return null;
  const [[name, only] = ['', null]] = entries;
  const whole = only instanceof WrittenJson && entries.length === 1 ? only.closedAfter(opening(name, 0)) : null;
  if (whole !== null) return whole;
  const parts = entries.flatMap(([name, value], at) => [
    opening(name, at),
    value instanceof WrittenJson ? value.bytes : Buffer.from(JSON.stringify(value)),
  ]);
  return Buffer.concat([...parts, Buffer.from('}')]);
}

const opening = (name: string, at: number): Buffer => Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
