// reach list: one line per verb.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { notOffered } from '../../shared/not-offered.ts';
import { addCommand } from './add.ts';
import { createCommand } from './create.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { showCommand } from './show.ts';

export const lists: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      list: listCommand,
      create: createCommand,
      show: showCommand,
      add: addCommand,
      remove: removeCommand,
    },
    notOffered(
      ['delete'],
      'delete lists',
      'reach list remove NAME takes records off it; reach open list NAME shows it in the web app, where it can be deleted',
    ),
  );
