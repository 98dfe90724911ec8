// reach companies: one line a verb.

import type { BuildGroup } from '../../command.ts';
import { group } from '../../command.ts';
import { COMPANY } from '../../entity/entity.ts';
import { exportCommand } from '../../entity/verbs/export.ts';
import { importCommand } from '../../entity/verbs/import.ts';
import { listCommand, searchCommand } from '../../entity/verbs/list.ts';
import { createCommand, fieldsCommand, showCommand, updateCommand } from '../../entity/verbs/record.ts';

export const companies: BuildGroup = (deps) =>
  group('companies', ['company'], 'Import, export and search companies', [
    importCommand(deps, COMPANY),
    exportCommand(deps, COMPANY),
    listCommand(deps, COMPANY),
    searchCommand(deps, COMPANY),
    showCommand(deps, COMPANY),
    createCommand(deps, COMPANY, '/v1/company'),
    updateCommand(deps, COMPANY),
    fieldsCommand(deps, COMPANY),
  ]);
