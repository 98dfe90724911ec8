// reach action: one line per verb.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { lintCommand } from './lint.ts';
import { runCommand } from './run.ts';
import { runRecordsCommand } from './run-records.ts';
import { statusCommand } from './status.ts';
import { typesCommand } from './types.ts';
import { watchCommand } from './watch.ts';

export const action: BuildGroup = (deps) =>
  groupByVerb(deps, {
    run: runCommand,
    status: statusCommand,
    'run-records': runRecordsCommand,
    watch: watchCommand,
    types: typesCommand,
    lint: lintCommand,
  });
