// reach finder: from a sentence to contacts or companies in a list.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { importCommand } from './import.ts';
import { previewCommand, refineCommand } from './preview.ts';
import { filtersCommand, resultsCommand } from './read.ts';

export const finder: BuildGroup = (deps) =>
  groupByVerb(deps, 'finder', [], 'Find people and companies by describing them', {
    preview: () => previewCommand(deps),
    refine: () => refineCommand(deps),
    results: () => resultsCommand(deps),
    import: () => importCommand(deps),
    filters: () => filtersCommand(deps),
  });
