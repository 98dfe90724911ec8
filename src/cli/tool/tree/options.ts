// Options of commands as plain data.

import type { Option } from 'commander';
import { getOwn } from '../../../contract/json.ts';
import type { Completes, TreeOption } from '../../session/about.ts';
import { addGlobalFlags, GLOBAL_COMPLETES } from '../../terminal/settings.ts';
import { isRepeatable } from './repeats.ts';

/** What every command takes. */
export async function globalOptions(): Promise<readonly TreeOption[]> {
  const { Command } = await import('commander');
  const completes: Readonly<Record<string, Completes>> = GLOBAL_COMPLETES;
  return addGlobalFlags(new Command()).options.map((option) =>
    optionOf(option, getOwn(completes, option.long ?? '') ?? null),
  );
}

/** The name of the value: `name|id` of `--list <name|id>`; null for a flag. */
export const valueName = (flags: string): string | null => /[<[]([^<>[\]]+)[>\]]/.exec(flags)?.[1] ?? null;

export function optionOf(option: Option, completes: Completes | null): TreeOption {
  return {
    flags: option.flags,
    short: option.short ?? null,
    long: option.long ?? option.flags,
    description: option.description,
    value: valueName(option.flags),
    valueRequired: option.required,
    choices: option.argChoices ?? null,
    completes,
    repeatable: isRepeatable(option),
  };
}
