// reach contacts: one line per verb.

import { type BuildGroup, groupByVerb } from '../../app/command.ts';
import { createCommand } from './create.ts';
import { deleteCommand } from './delete.ts';
import { duplicatesCommand } from './duplicates/index.ts';
import { exportCommand } from './export.ts';
import { fieldsCommand } from './fields.ts';
import { importCommand } from './import.ts';
import { listCommand } from './list.ts';
import { searchCommand } from './search.ts';
import { showCommand } from './show.ts';
import { timelineCommand } from './timeline.ts';
import { updateCommand } from './update.ts';

export const contacts: BuildGroup = (deps) =>
  groupByVerb(deps, 'contacts', ['contact'], 'Import, export, search and merge contacts', {
    import: importCommand,
    export: exportCommand,
    list: listCommand,
    search: searchCommand,
    show: showCommand,
    create: createCommand,
    update: updateCommand,
    fields: fieldsCommand,
    timeline: timelineCommand,
    delete: deleteCommand,
    duplicates: duplicatesCommand,
  });
