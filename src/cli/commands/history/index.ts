// reach history: the list itself is the group.

import type { BuildGroup } from '../../session/command.ts';
import { historyCommand } from './list.ts';
import { ofCommand } from './of.ts';
import { pruneCommand } from './prune.ts';
import { showCommand } from './show.ts';

export const history: BuildGroup = (deps) =>
  historyCommand(deps).addCommand(showCommand(deps)).addCommand(ofCommand(deps)).addCommand(pruneCommand(deps));
