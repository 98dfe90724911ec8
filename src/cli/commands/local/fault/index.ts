// reach local fault.

import { type Deps, group } from '../../../session/command.ts';
import { addCommand } from './add.ts';
import { clearCommand } from './clear.ts';
import { listCommand } from './list.ts';

export const faultGroup = (deps: Deps) =>
  group('fault', ['faults'], 'Make endpoints fail on purpose', [
    addCommand(deps),
    listCommand(deps),
    clearCommand(deps),
  ]);
