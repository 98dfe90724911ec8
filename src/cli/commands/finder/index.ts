// reach finder.

import type { BuildGroup } from '../../session/command.ts';
import { groupByVerb } from '../../session/command.ts';
import { filtersCommand } from './filters.ts';
import { importCommand } from './import.ts';
import { previewCommand } from './preview.ts';
import { refineCommand } from './refine.ts';
import { resultsCommand } from './results.ts';

export const finder: BuildGroup = (deps) =>
  groupByVerb(deps, 'finder', [], 'Find people and companies by describing them', {
    preview: () => previewCommand(deps),
    refine: () => refineCommand(deps),
    results: () => resultsCommand(deps),
    import: () => importCommand(deps),
    filters: () => filtersCommand(deps),
  });
