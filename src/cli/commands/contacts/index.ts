// reach contacts: one line a verb.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { CONTACT } from '../../shared/records/kind.ts';
import { entityVerbs } from '../../shared/records/verbs/verbs.ts';
import { deleteCommand } from './delete.ts';
import { duplicatesCommand } from './duplicates.ts';
import { showCommand, timelineCommand } from './timeline.ts';

export const contacts: BuildGroup = (deps) =>
  groupByVerb(deps, 'contacts', ['contact'], 'Import, export, search and merge contacts', {
    ...entityVerbs(deps, CONTACT),
    show: () => showCommand(deps),
    timeline: () => timelineCommand(deps),
    delete: () => deleteCommand(deps),
    duplicates: () => duplicatesCommand(deps),
  });
