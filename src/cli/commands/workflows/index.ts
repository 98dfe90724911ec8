// reach workflow: graphs of blocks, written as files, published as versions, run and watched.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { createCommand } from './create.ts';
import { editCommand } from './edit.ts';
import { exportCommand } from './export.ts';
import { graphCommand } from './graph.ts';
import { initCommand } from './init.ts';
import { lintCommand } from './lint.ts';
import { publishCommand } from './publish.ts';
import { blocksCommand, fieldsCommand, listCommand, runsCommand, showCommand } from './read.ts';
import { approveCommand, cancelCommand, runCommand, statusCommand, watchCommand } from './run.ts';
import { triggerCommand } from './trigger.ts';
import { updateCommand } from './update.ts';
import { validateCommand } from './validate.ts';

export const workflow: BuildGroup = (deps) =>
  groupByVerb(deps, 'workflow', ['workflows'], 'Workflows: written as files, checked, published, run and watched', {
    init: () => initCommand(deps),
    lint: () => lintCommand(deps),
    graph: () => graphCommand(deps),
    blocks: () => blocksCommand(deps),
    fields: () => fieldsCommand(deps),
    validate: () => validateCommand(deps),
    create: () => createCommand(deps),
    list: () => listCommand(deps),
    show: () => showCommand(deps),
    update: () => updateCommand(deps),
    edit: () => editCommand(deps),
    export: () => exportCommand(deps),
    publish: () => publishCommand(deps),
    run: () => runCommand(deps),
    runs: () => runsCommand(deps),
    watch: () => watchCommand(deps),
    status: () => statusCommand(deps),
    cancel: () => cancelCommand(deps),
    approve: () => approveCommand(deps),
    trigger: () => triggerCommand(deps),
  });
