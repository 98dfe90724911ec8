// The items of a bulk as JSON, written as they come: each is drafted behind the last, and then kept or written over.

import { WrittenJson } from '../../../contract/written-json.ts';

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const FIRST_BYTES = 64 * 1024;

export class JsonList {
  #bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = viewOf(this.#bytes);
  /** What every item ends with. */
  readonly #itemEnd: Uint8Array;
  /** Where the kept items end, and the draft. */
  #kept = 1;
  end = 1;

  constructor(itemEnd: string) {
    this.#itemEnd = Buffer.from(itemEnd);
    this.#bytes[0] = OPEN_LIST;
  }

  /** Begins the draft of an item: gives where to write it, from `end` on, with room for so many bytes. */
  begin(most: number): DataView {
    this.end = this.#kept;
    this.#reserve(most + this.#itemEnd.length + 1);
    this.#bytes[this.end++] = COMMA;
    return this.#view;
  }

  /** Ends the draft, which was written up to there. */
  close(end: number): void {
    this.#bytes.set(this.#itemEnd, end);
    this.end = end + this.#itemEnd.length;
  }

  /** Drafts a whole item. */
  draft(item: object): void {
    const json = JSON.stringify(item);
    this.end = this.#kept;
    this.#reserve(json.length * 3 + 1);
    this.#bytes[this.end] = COMMA;
    const written = this.#bytes.write(json, this.end + 1);
    this.end += 1 + written;
  }

  /** Keeps the draft. */
  keep(): void {
    this.#kept = this.end;
  }

  /** A copy of the kept items; the draft is the first of the next list. */
  take(): WrittenJson {
    const bytes = this.#bytes;
    const [kept, end] = [this.#kept, this.end];
    // The comma of the first stands where the list opens.
    const from = kept > 1 ? 1 : 0;
    bytes[from] = OPEN_LIST;
    const list = new WrittenJson(kept - from + 1);
    bytes.copy(list.bytes, 0, from, kept);
    list.bytes[kept - from] = CLOSE_LIST;
    bytes.copyWithin(1, kept, end);
    this.end = 1 + Math.max(0, end - kept);
    this.#kept = 1;
    return list;
  }

  #reserve(more: number): void {
    if (this.end + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.end + more) * 2);
    this.#bytes.copy(larger, 0, 0, this.end);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);
