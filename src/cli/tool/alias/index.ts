// reach alias.

import type { BuildGroup } from '../../session/command.ts';
import { group } from '../../session/command.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { setCommand } from './set.ts';

export const alias: BuildGroup = (deps) =>
  group(
    'alias',
    ['aliases'],
    'Words of your own for command lines',
    [listCommand, setCommand, removeCommand].map((build) => build(deps)),
  );
