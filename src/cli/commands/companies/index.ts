// reach companies: one line per verb.

import { type BuildGroup, groupByVerb } from '../../app/command.ts';
import { createCommand } from './create.ts';
import { exportCommand } from './export.ts';
import { fieldsCommand } from './fields.ts';
import { importCommand } from './import.ts';
import { listCommand } from './list.ts';
import { searchCommand } from './search.ts';
import { showCommand } from './show.ts';
import { updateCommand } from './update.ts';

export const companies: BuildGroup = (deps) =>
  groupByVerb(deps, 'companies', ['company'], 'Import, export and search companies', {
    import: importCommand,
    export: exportCommand,
    list: listCommand,
    search: searchCommand,
    show: showCommand,
    create: createCommand,
    update: updateCommand,
    fields: fieldsCommand,
  });
