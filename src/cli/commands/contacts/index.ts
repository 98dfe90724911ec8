// reach contacts: one line a verb.

import type { BuildGroup } from '../../command.ts';
import { group } from '../../command.ts';
import { CONTACT } from '../../entity/entity.ts';
import { exportCommand } from '../../entity/verbs/export.ts';
import { importCommand } from '../../entity/verbs/import.ts';
import { listCommand, searchCommand } from '../../entity/verbs/list.ts';
import { createCommand, fieldsCommand, showCommand, updateCommand } from '../../entity/verbs/record.ts';
import { deleteCommand } from './delete.ts';
import { duplicatesCommand } from './duplicates.ts';

export const contacts: BuildGroup = (deps) =>
  group('contacts', ['contact'], 'Import, export, search and merge contacts', [
    importCommand(deps, CONTACT),
    exportCommand(deps, CONTACT),
    listCommand(deps, CONTACT),
    searchCommand(deps, CONTACT),
    showCommand(deps, CONTACT),
    createCommand(deps, CONTACT, '/v1/contact'),
    updateCommand(deps, CONTACT),
    deleteCommand(deps),
    fieldsCommand(deps, CONTACT),
    duplicatesCommand(deps),
  ]);
