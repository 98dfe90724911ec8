// reach profile.

import type { BuildGroup } from '../../session/command.ts';
import { group } from '../../session/command.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { setCommand } from './set.ts';
import { showCommand } from './show.ts';
import { syncCommand } from './sync.ts';
import { useCommand } from './use.ts';

export const profile: BuildGroup = (deps) =>
  group(
    'profile',
    ['profiles'],
    'Saved profiles: several workspaces, each with its address and key',
    [listCommand, showCommand, useCommand, setCommand, syncCommand, removeCommand].map((build) => build(deps)),
  );
