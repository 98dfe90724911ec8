// The options that commands of an outreach folder share.

import type { Command, OptionValues } from 'commander';
import type { PlanOptions } from '../../../rules/outreach/plan.ts';
import type { OutreachFolder } from '../../outreach/folder/folder.ts';
import { collect, type NoOptions, type OptionsOf } from '../../session/command.ts';

export const FOLDER = ['[folder]', 'the outreach folder (the current folder, or outreach in it)'] as const;

export const withLock = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.option('--lock <name>', 'the lock file to use: .reach/NAME.json (the name of the profile)');

export const withSelection = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  withLock(
    command
      .option('--target <kind/name>', 'only this resource, such as campaign/Welcome; repeatable', collect)
      .option('--prune', 'delete resources that were applied from here and are no longer in any file')
      .option('--overwrite', 'overwrite changes made in the workspace')
      .option('--clone-running', 'create a new draft beside a campaign that is no longer a draft'),
  );

export function planOptionsOf(
  options: OptionsOf<typeof withSelection<[], NoOptions, NoOptions>>,
  { settings }: Pick<OutreachFolder, 'settings'>,
): PlanOptions {
  return {
    prune: options.prune === true || settings.prune,
    overwrite: options.overwrite === true,
    cloneRunning: options.cloneRunning === true,
    targets: options.target ?? null,
  };
}
