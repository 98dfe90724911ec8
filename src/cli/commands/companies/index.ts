// reach companies: one line a verb.

import type { BuildGroup } from '../../command.ts';
import { groupByVerb } from '../../command.ts';
import { COMPANY } from '../../entity/entity.ts';
import { entityVerbs } from '../../entity/verbs/verbs.ts';

export const companies: BuildGroup = (deps) =>
  groupByVerb(deps, 'companies', ['company'], 'Import, export and search companies', entityVerbs(deps, COMPANY));
