// reach never-contact: one line per verb.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { addCommand } from './add.ts';
import { importCommand } from './import.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';

export const neverContact: BuildGroup = (deps) =>
  groupByVerb(deps, {
    add: addCommand,
    list: listCommand,
    remove: removeCommand,
    import: importCommand,
  });
