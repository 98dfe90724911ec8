// reach profile.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { setCommand } from './set.ts';
import { showCommand } from './show.ts';
import { syncCommand } from './sync.ts';
import { useCommand } from './use.ts';

export const profile: BuildGroup = (deps) =>
  groupByVerb(deps, {
    list: listCommand,
    show: showCommand,
    use: useCommand,
    set: setCommand,
    sync: syncCommand,
    remove: removeCommand,
  });
