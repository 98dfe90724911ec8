// Placeholder while the import is being written: replace this file whole.

import type { Command } from 'commander';
import type { Deps } from '../../command.ts';
import { does, leaf } from '../../command.ts';
import type { Entity } from '../entity.ts';

export function importCommand(deps: Deps, entity: Entity): Command {
  return does(
    deps,
    leaf('import', { summary: `Import ${entity.plural}`, output: '', examples: [] }),
    async () => 'bug',
  );
}
