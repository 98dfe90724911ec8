// reach playbook.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { applyCommand } from './apply.ts';
import { diffCommand } from './diff.ts';
import { editCommand } from './edit.ts';
import { exportCommand } from './export.ts';
import { lintCommand } from './lint.ts';
import { showCommand } from './show.ts';

export const playbook: BuildGroup = (deps) =>
  groupByVerb(deps, {
    show: showCommand,
    export: exportCommand,
    lint: lintCommand,
    diff: diffCommand,
    apply: applyCommand,
    edit: editCommand,
  });
