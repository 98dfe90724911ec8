// reach companies: one line a verb.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { entityVerbs } from '../../shared/records/verbs/verbs.ts';

export const companies: BuildGroup = (deps) =>
  groupByVerb(deps, 'companies', ['company'], 'Import, export and search companies', entityVerbs(deps, COMPANY));
