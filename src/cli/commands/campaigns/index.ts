// reach campaign: outreach sequences, written as files.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { addContactCommand, addListCommand, cloneCommand, statusCommand } from './act.ts';
import { createCommand } from './create.ts';
import { editCommand } from './edit.ts';
import { exportCommand } from './export.ts';
import { graphCommand } from './graph.ts';
import { initCommand } from './init.ts';
import { lintCommand } from './lint.ts';
import { previewCommand } from './preview.ts';
import { listCommand, ownersCommand, showCommand, voicesCommand } from './read.ts';
import { updateCommand } from './update.ts';

export const campaign: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    'campaign',
    ['campaigns'],
    'Outreach campaigns, written as files and checked before anything is sent',
    {
      init: () => initCommand(deps),
      lint: () => lintCommand(deps),
      graph: () => graphCommand(deps),
      preview: () => previewCommand(deps),
      create: () => createCommand(deps),
      list: () => listCommand(deps),
      show: () => showCommand(deps),
      update: () => updateCommand(deps),
      edit: () => editCommand(deps),
      clone: () => cloneCommand(deps),
      export: () => exportCommand(deps),
      status: () => statusCommand(deps),
      'add-contact': () => addContactCommand(deps),
      'add-list': () => addListCommand(deps),
      owners: () => ownersCommand(deps),
      voices: () => voicesCommand(deps),
    },
  );
