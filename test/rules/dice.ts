// Decisions for property tests.

/** Decisions out of a list of numbers; when it is used up every decision is the first choice, so that things end. */
export class Dice {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** From 0 up to, not including, `sides`. */
  roll(sides: number): number {
    const number = this.#numbers[this.#at] ?? 0;
    this.#at += 1;
    return number % sides;
  }

  chance(oneIn: number): boolean {
    return this.roll(oneIn) === oneIn - 1;
  }

  pick<T>(choices: readonly T[]): T {
    const picked = choices[this.roll(choices.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }
}
