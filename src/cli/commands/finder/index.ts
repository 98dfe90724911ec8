// reach finder.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { filtersCommand } from './filters.ts';
import { importCommand } from './import.ts';
import { previewCommand } from './preview.ts';
import { refineCommand } from './refine.ts';
import { resultsCommand } from './results.ts';

export const finder: BuildGroup = (deps) =>
  groupByVerb(deps, {
    preview: previewCommand,
    refine: refineCommand,
    results: resultsCommand,
    import: importCommand,
    filters: filtersCommand,
  });
