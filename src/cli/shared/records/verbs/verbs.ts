// The verbs that contacts and companies share.

import type { Deps, Verbs } from '../../../app/command.ts';
import type { Entity } from '../kind.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { listCommand, searchCommand } from './list.ts';
import { createCommand, fieldsCommand, showCommand, updateCommand } from './record.ts';

export function entityVerbs(deps: Deps, entity: Entity): Verbs {
  return {
    import: () => importCommand(deps, entity),
    export: () => exportCommand(deps, entity),
    list: () => listCommand(deps, entity),
    search: () => searchCommand(deps, entity),
    show: () => showCommand(deps, entity),
    create: () => createCommand(deps, entity),
    update: () => updateCommand(deps, entity),
    fields: () => fieldsCommand(deps, entity),
  };
}
