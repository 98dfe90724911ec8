// reach workflow: one line per verb.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { DELETIONS, notOffered } from '../../shared/not-offered.ts';
import { approveCommand } from './approve.ts';
import { blocksCommand } from './blocks.ts';
import { cancelCommand } from './cancel.ts';
import { createCommand } from './create.ts';
import { disableCommand } from './disable.ts';
import { editCommand } from './edit.ts';
import { enableCommand } from './enable.ts';
import { exportCommand } from './export.ts';
import { fieldsCommand } from './fields.ts';
import { forecastCommand } from './forecast.ts';
import { graphCommand } from './graph.ts';
import { initCommand } from './init.ts';
import { lintCommand } from './lint.ts';
import { listCommand } from './list.ts';
import { publishCommand } from './publish.ts';
import { runCommand } from './run.ts';
import { runRecordsCommand } from './run-records.ts';
import { runsCommand } from './runs.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';
import { triggerCommand } from './trigger.ts';
import { updateCommand } from './update.ts';
import { validateCommand } from './validate.ts';
import { watchCommand } from './watch.ts';

export const workflow: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      init: initCommand,
      lint: lintCommand,
      graph: graphCommand,
      forecast: forecastCommand,
      blocks: blocksCommand,
      fields: fieldsCommand,
      validate: validateCommand,
      create: createCommand,
      list: listCommand,
      show: showCommand,
      update: updateCommand,
      edit: editCommand,
      export: exportCommand,
      publish: publishCommand,
      run: runCommand,
      runs: runsCommand,
      'run-records': runRecordsCommand,
      watch: watchCommand,
      status: statusCommand,
      cancel: cancelCommand,
      approve: approveCommand,
      trigger: triggerCommand,
      disable: disableCommand,
      enable: enableCommand,
    },
    notOffered(
      DELETIONS,
      'delete workflows',
      'reach workflow disable NAME stops its schedule; of other triggers, trigger: { type: MANUAL } in its file, then reach workflow update and publish; reach open workflow NAME shows it in the web app, where it can be deleted',
    ),
  );
