// Answers that are too long for one call, kept to be read on.

const PART_CHARACTERS = 40_000;
/** How many answers are kept to be read on. */
const KEPT = 8;

export class LongTexts {
  readonly #rests = new Map<string, string>();
  #last = 0;

  /** The text, or its beginning and how to go on. */
  first(text: string): string {
    if (text.length <= PART_CHARACTERS) return text;
    this.#last += 1;
    const cursor = `c${this.#last}`;
    this.#rests.set(cursor, text.slice(PART_CHARACTERS));
    for (const old of [...this.#rests.keys()].slice(0, -KEPT)) this.#rests.delete(old);
    const left = text.length - PART_CHARACTERS;
    return `${text.slice(0, PART_CHARACTERS)}\n[${left} more characters: call read_more with cursor ${cursor}, or ask for less with fields and limit]`;
  }

  /** What follows; undefined for a cursor that was read, or is too old. */
  next(cursor: string): string | undefined {
    const rest = this.#rests.get(cursor);
    this.#rests.delete(cursor);
    return rest === undefined ? undefined : this.first(rest);
  }
}
