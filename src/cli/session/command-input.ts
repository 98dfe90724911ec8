// What a command was given: its arguments checked, its options gathered.

import type { Command, CommandUnknownOpts, OptionValues } from 'commander';
import { UsageError } from '../terminal/exit.ts';

/** An empty argument is a variable of a script that was not set: it names nothing, and no default takes its place. */
export function checkArguments({
  args,
  registeredArguments,
}: Pick<CommandUnknownOpts, 'args' | 'registeredArguments'>): void {
  const at = args.indexOf('');
  if (at < 0) return;
  const name = (registeredArguments[at] ?? registeredArguments.at(-1))?.name() ?? 'argument';
  throw new UsageError(`<${name}> is empty`);
}

/** The options of a command. Of a command below another, those that both have reach the one above, wherever they stand. */
export function inputOptions<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  isCommand: (above: CommandUnknownOpts) => boolean,
): O {
  const above = command.parent;
  const options = command.opts();
  if (above === null || !isCommand(above)) return options;
  const shared = above.options.filter(({ long }) => command.options.some((option) => option.long === long));
  const input = shared
    .map((option) => option.attributeName())
    .filter((name) => above.getOptionValueSource(name) === 'cli');
  return { ...options, ...Object.fromEntries(input.map((name) => [name, above.getOptionValue(name)])) };
}
