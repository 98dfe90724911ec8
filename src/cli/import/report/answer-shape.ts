// How a result of a bulk looked, so that the next is compared with it: what stands between its values is the same, which is
// told four bytes at a time.

const NONE = -1;
const ZERO = 0x30;
const DIGITS_MAX = 15;

/** What stands for itself in a text, and in one that is kept: that is ASCII. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[0x22] = 0;
PLAIN[0x5c] = 0;
const KEPT = Uint8Array.from(PLAIN).fill(0, 0x80);

/** A text between its quotes, or a whole number. `field`: where it is kept; null: it is not. */
export interface ValuePlace {
  readonly from: number;
  readonly to: number;
  readonly isText: boolean;
  readonly field: number | null;
}

export class AnswerShape {
  /** What stands before each value, and behind the last, one behind the other. */
  readonly #between: DataView;
  readonly #ends: readonly number[];
  readonly #isText: readonly boolean[];
  /** -1: not kept. */
  readonly #fields: readonly number[];

  /** Of the result that was found there, in which these values vary. */
  constructor(bytes: Buffer, from: number, to: number, values: readonly ValuePlace[]) {
    const begins = [from, ...values.map((value) => value.to)];
    const parts = begins.map((begin, part) => bytes.subarray(begin, values[part]?.from ?? to));
    const between = Buffer.concat(parts);
    this.#between = new DataView(between.buffer, between.byteOffset, between.length);
    let end = 0;
    this.#ends = parts.map((part) => (end += part.length));
    this.#isText = values.map(({ isText }) => isText);
    this.#fields = values.map(({ field }) => field ?? NONE);
  }

  /** Behind the result that begins there, or -1 where it looks otherwise. `spans`: where each field begins and ends. */
  match(bytes: Uint8Array, view: DataView, from: number, spans: Int32Array): number {
    const between = this.#between;
    let at = from;
    let seen = 0;
    for (let part = 0; part < this.#ends.length; part += 1) {
      const end = this.#ends[part] ?? 0;
      if (at + end - seen > bytes.length) return NONE;
      for (; seen + 4 <= end; seen += 4, at += 4)
        if (view.getInt32(at, true) !== between.getInt32(seen, true)) return NONE;
      for (; seen < end; seen += 1, at += 1) if (bytes[at] !== between.getUint8(seen)) return NONE;
      const field = this.#fields[part];
      if (field === undefined) return at;
      const start = at;
      at = this.#isText[part] === true ? textEnd(bytes, at, field === NONE ? PLAIN : KEPT) : numberEnd(bytes, at);
      if (at < 0) return NONE;
      if (field === NONE) continue;
      spans[field * 2] = start;
      spans[field * 2 + 1] = at;
    }
    return NONE;
  }
}

function textEnd(bytes: Uint8Array, from: number, plain: Uint8Array): number {
  let at = from;
  while (plain[bytes[at] ?? 0] === 1) at += 1;
  return at;
}

/** Digits as JSON has them; what follows is what followed before. */
function numberEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - ZERO) at += 1;
  const isPadded = bytes[from] === ZERO && at - from > 1;
  return at === from || at - from > DIGITS_MAX || isPadded ? NONE : at;
}
