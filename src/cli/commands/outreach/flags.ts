// The flags that commands of an outreach folder share.

import type { CommandUnknownOpts as Command } from 'commander';
import type { PlanOptions } from '../../../rules/outreach/plan.ts';
import { collect } from '../../app/command.ts';
import type { OutreachFolder } from './folder/folder.ts';

export interface LockFlag {
  readonly lock?: string;
}

export interface PlanFlags extends LockFlag {
  readonly prune?: boolean;
  readonly overwrite?: boolean;
  readonly cloneRunning?: boolean;
  readonly target?: readonly string[];
}

export function lockOption(command: Command): Command {
  return command.option('--lock <name>', 'the lock to use: .reach/NAME.json (the name of the profile)');
}

export function planOptions(command: Command): Command {
  return lockOption(
    command
      .option('--target <kind/name>', 'only this resource, such as campaign/Welcome; may be repeated', collect)
      .option('--prune', 'delete what no file has any more, and was applied from here')
      .option('--overwrite', 'the files win over what was changed in the workspace')
      .option('--clone-running', 'make a new draft beside a campaign that is no draft any more'),
  );
}

export function optionsOf(flags: PlanFlags, folder: Pick<OutreachFolder, 'prune'>): PlanOptions {
  return {
    prune: flags.prune === true || folder.prune,
    overwrite: flags.overwrite === true,
    cloneRunning: flags.cloneRunning === true,
    targets: flags.target ?? null,
  };
}
