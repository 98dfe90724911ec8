// reach ai: AI variables, AI messages, AI snippets, message templates and their folders.

import type { BuildGroup } from '../../session/command.ts';
import { groupByVerb } from '../../session/command.ts';
import { KINDS } from '../../shared/ai/kinds.ts';
import { entityGroup } from './entity/index.ts';
import { folderGroup } from './folder/index.ts';
import { libraryCommand } from './library.ts';
import { lintCommand } from './lint.ts';
import { tonesCommand } from './tones.ts';
import { variableGroup } from './variable/index.ts';

export const ai: BuildGroup = (deps) =>
  groupByVerb(deps, {
    variable: () => variableGroup(deps),
    message: () => entityGroup(deps, KINDS.message),
    snippet: () => entityGroup(deps, KINDS.snippet),
    template: () => entityGroup(deps, KINDS.template),
    folder: () => folderGroup(deps),
    tones: () => tonesCommand(deps),
    library: () => libraryCommand(deps),
    lint: () => lintCommand(deps),
  });
