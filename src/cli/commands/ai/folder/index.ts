// reach ai folder: the five trees of folders.

import { type Deps, group } from '../../../session/command.ts';
import { createCommand } from './create.ts';
import { deleteCommand } from './delete.ts';
import { listCommand } from './list.ts';
import { moveCommand } from './move.ts';
import { renameCommand } from './rename.ts';
import { showCommand } from './show.ts';

export const folderGroup = (deps: Deps) =>
  group(
    'folder',
    ['folders'],
    'Folders of AI variables, messages, snippets and templates',
    [listCommand, showCommand, createCommand, moveCommand, renameCommand, deleteCommand].map((build) => build(deps)),
  );
