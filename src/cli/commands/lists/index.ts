// reach list: one line per verb.

import { type BuildGroup, groupByVerb } from '../../app/command.ts';
import { addCommand } from './add.ts';
import { createCommand } from './create.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { showCommand } from './show.ts';

export const lists: BuildGroup = (deps) =>
  groupByVerb(deps, 'list', ['lists'], 'Lists of contacts and companies', {
    list: listCommand,
    create: createCommand,
    show: showCommand,
    add: addCommand,
    remove: removeCommand,
  });
