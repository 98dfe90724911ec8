// Text gathered as bytes: what is plain is copied without a text being made of the parts.

const FIRST_BYTES = 16 * 1024;
const ZERO = 0x30;
const MINUS = 0x2d;
const UNDERSCORE = 0x5f;
/** Of whole numbers that are written digit by digit. */
const NUMBER_MAX = 0x7fff_ffff;
const DIGITS_MAX = 10;

const LETTER = 2;
/** 1: neither CSV nor JSON does anything to them, where a letter comes first; nor does a spreadsheet. */
const PLAIN = new Uint8Array(128).fill(1, MINUS, 0x3b).fill(LETTER, 0x41, 0x5b).fill(LETTER, 0x61, 0x7b);
PLAIN[UNDERSCORE] = 1;

export class ByteText {
  #bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was gathered: it lasts until more is added. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Keeps the first bytes alone. */
  cutTo(length: number): void {
    this.#length = length;
  }

  add(text: string): void {
    this.#reserve(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  addByte(code: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = code;
  }

  /** Adds a text of letters, digits and `_ - . / :`. False, and nothing is added: it is another. */
  addPlain(text: string): boolean {
    const { length } = text;
    if (length === 0) return true;
    this.#reserve(length);
    if (PLAIN[text.charCodeAt(0)] !== LETTER) return false;
    const bytes = this.#bytes;
    const start = this.#length;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if ((PLAIN[code] ?? 0) === 0) return false;
      bytes[start + at] = code;
    }
    this.#length = start + length;
    return true;
  }

  addNumber(number: number): void {
    if (Number.isInteger(number) && number >= 0 && number <= NUMBER_MAX) this.#addDigits(number);
    else this.add(String(number));
  }

  #addDigits(number: number): void {
    this.#reserve(DIGITS_MAX);
    let digits = 1;
    for (let most = 10; most <= number; most *= 10) digits += 1;
    let left = number;
    for (let at = this.#length + digits - 1; at >= this.#length; at -= 1) {
      const tenth = Math.floor(left / 10);
      this.#bytes[at] = ZERO + left - tenth * 10;
      left = tenth;
    }
    this.#length += digits;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#length + more) * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
