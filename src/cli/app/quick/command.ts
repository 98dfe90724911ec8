// What stands in the place of commander in the bundle of the quick way: the same declarations, read by a parser that knows plain
// command lines only. Whatever is not plain, errors and help among it, is commander's.

import { unsuited } from './unsuited.ts';

type Parse = (value: string, before: unknown) => unknown;

interface PlainOption {
  /** `-o, --output <format>` */
  readonly flags: string;
  readonly parse: Parse | undefined;
}

interface NamedOption {
  readonly name: () => string;
}

/** `--request-timeout <duration>` → `requestTimeout`; of `--no-color` `color`. */
function attributeOf(flags: string): string {
  const long = /--(?:no-)?([a-z-]+)/.exec(flags)?.[1] ?? '';
  return long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether it is one of the words before the placeholder of a value. */
const hasName = ({ flags }: PlainOption, name: string): boolean =>
  flags.split(' ').some((one) => one === name || one === `${name},`);

const isNegated = (flags: string): boolean => flags.startsWith('--no-');

export class Command {
  readonly parent = null;
  readonly options: PlainOption[] = [];
  readonly registeredArguments: NamedOption[] = [];
  readonly args: string[] = [];
  readonly #values = new Map<string, unknown>();
  #action: () => Promise<void> = async () => {};

  get processedArgs(): readonly string[] {
    return this.args;
  }

  option(flags: string, _description: string, parse?: Parse | string | boolean): this {
    if (parse !== undefined && typeof parse !== 'function') return unsuited();
    this.options.push({ flags, parse });
    if (isNegated(flags)) this.#values.set(attributeOf(flags), true);
    return this;
  }

  argument(flags: string, _description: string, parse?: unknown): this {
    if (parse !== undefined || !/^<[^.]*>$/.test(flags)) unsuited();
    this.registeredArguments.push({ name: () => flags.slice(1, -1) });
    return this;
  }

  /** Takes words as commander takes them, or leaves the quick way. */
  parse(words: readonly string[]): this {
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (word.startsWith('-')) at += this.#take(word, words[at + 1]);
      else this.args.push(word);
    }
    if (this.args.length !== this.registeredArguments.length || this.args.includes('')) unsuited();
    return this;
  }

  /** Takes an option; gives how many words after it are its value. */
  #take(word: string, next: string | undefined): 0 | 1 {
    const [, name = word, joined] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    const option = this.options.find((one) => hasName(one, name));
    if (option === undefined || /[[.]/.test(option.flags)) return unsuited();
    const attribute = attributeOf(option.flags);
    if (!option.flags.includes('<')) {
      if (joined !== undefined) unsuited();
      this.#values.set(attribute, !isNegated(option.flags));
      return 0;
    }
    const value = joined ?? next;
    if (value === undefined || value === '' || value.startsWith('-')) return unsuited();
    this.#values.set(attribute, option.parse?.(value, this.#values.get(attribute)) ?? value);
    return joined === undefined ? 1 : 0;
  }

  opts(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#values);
  }

  optsWithGlobals(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#values);
  }

  action(action: () => Promise<void>): this {
    this.#action = action;
    return this;
  }

  run(): Promise<void> {
    return this.#action();
  }

  // What only help shows.

  summary(): this {
    return this;
  }

  description(): this {
    return this;
  }

  addHelpText(): this {
    return this;
  }

  optionsGroup(): this {
    return this;
  }

  helpOption(): this {
    return this;
  }
}
