// Options that stand twice in a line.

import type { Option } from 'commander';
import type { AnyCommand } from '../../session/command.ts';
import { UsageError } from '../../terminal/exit.ts';

/** A parser is either commander's own, which checks choices, or one of ours, and those all collect values. */
export const isRepeatable = ({ variadic, parseArg, argChoices }: Option): boolean =>
  variadic || (parseArg !== undefined && argChoices === undefined);

/**
 * Of two values of an option, and of `--mask` and `--no-mask`, the last would win: throws UsageError while the line is read. Those of
 * all commands may be overridden.
 */
export function refuseSecondValues(program: AnyCommand): void {
  for (const command of program.commands) {
    const given = new Map<string, string>();
    for (const option of command.options) {
      if (isRepeatable(option)) continue;
      const [name, isFlag] = [option.attributeName(), !option.required && !option.optional];
      command.on(`option:${option.name()}`, (value: string | null) => {
        const [first, text] = [given.get(name), isFlag ? (option.long ?? '') : (value ?? '')];
        given.set(name, text);
        if (first === undefined || first === text) return;
        throw new UsageError(
          isFlag
            ? `${first} and ${text} exclude each other`
            : `${option.long} is given twice: "${first}" and "${text}"`,
        );
      });
    }
    refuseSecondValues(command);
  }
}
