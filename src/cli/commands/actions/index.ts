// reach action: enrichment runs.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { lintCommand, statusCommand, typesCommand } from './read.ts';
import { runCommand, watchCommand } from './run.ts';

export const action: BuildGroup = (deps) =>
  groupByVerb(deps, 'action', ['actions'], 'Enrichment runs: find, verify, look up, sync with the CRM', {
    run: () => runCommand(deps),
    status: () => statusCommand(deps),
    watch: () => watchCommand(deps),
    types: () => typesCommand(deps),
    lint: () => lintCommand(deps),
  });
