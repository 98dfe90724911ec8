// reach campaign: outreach sequences, written as files.

import type { BuildGroup } from '../../command.ts';
import { group } from '../../command.ts';
import { graphCommand } from './graph.ts';
import { initCommand } from './init.ts';
import { lintCommand } from './lint.ts';
import { previewCommand } from './preview.ts';

export const campaign: BuildGroup = (deps) =>
  group('campaign', ['campaigns'], 'Outreach campaigns, written as files and checked before anything is sent', [
    initCommand(deps),
    lintCommand(deps),
    graphCommand(deps),
    previewCommand(deps),
  ]);
