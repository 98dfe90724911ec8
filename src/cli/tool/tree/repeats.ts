// Options that stand twice in a line.

import type { Option } from 'commander';
import type { AnyCommand } from '../../session/command.ts';
import { UsageError } from '../../terminal/exit.ts';

/** A parser is either commander's own, which checks choices, or one of ours, and those all collect values. */
export const isRepeatable = ({ variadic, parseArg, argChoices }: Option): boolean =>
  variadic || (parseArg !== undefined && argChoices === undefined);

/** Of two values of an option the last would win: throws UsageError while the line is read. Those of all commands may be overridden. */
export function refuseSecondValues(program: AnyCommand): void {
  for (const command of program.commands) {
    for (const option of command.options) {
      if ((!option.required && !option.optional) || isRepeatable(option)) continue;
      let first: string | null | undefined;
      command.on(`option:${option.name()}`, (value: string | null) => {
        if (first !== undefined && value !== first)
          throw new UsageError(`${option.long} is given twice: "${first ?? ''}" and "${value ?? ''}"`);
        first = value;
      });
    }
    refuseSecondValues(command);
  }
}
