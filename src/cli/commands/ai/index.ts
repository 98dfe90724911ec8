// reach ai: research, messages and snippets that a model writes, templates, and the folders they are in.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { KINDS } from '../../shared/ai/kinds.ts';
import { folderGroup } from './folder.ts';
import { kindGroup, variableGroup } from './kind.ts';
import { lintCommand } from './lint.ts';
import { libraryCommand, tonesCommand } from './read.ts';

export const ai: BuildGroup = (deps) =>
  groupByVerb(deps, 'ai', [], 'AI variables, messages, snippets and templates: what a model researches and writes', {
    variable: () => variableGroup(deps),
    message: () => kindGroup(deps, KINDS.message),
    snippet: () => kindGroup(deps, KINDS.snippet),
    template: () => kindGroup(deps, KINDS.template),
    folder: () => folderGroup(deps),
    tones: () => tonesCommand(deps),
    library: () => libraryCommand(deps),
    lint: () => lintCommand(deps),
  });
