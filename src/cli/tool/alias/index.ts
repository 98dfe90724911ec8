// reach alias.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { setCommand } from './set.ts';

export const alias: BuildGroup = (deps) =>
  groupByVerb(deps, { list: listCommand, set: setCommand, remove: removeCommand });
