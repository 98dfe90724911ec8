// reach search: one line per verb.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { saveCommand } from './save.ts';

export const search: BuildGroup = (deps) =>
  groupByVerb(deps, {
    save: saveCommand,
    list: listCommand,
    remove: removeCommand,
  });
