// The arguments that name a folder: the tree it is in, and the folder itself.

import { Argument } from 'commander';
import { FOLDER_TREES } from '../../../../contract/ai/enums.ts';

export const TREE = new Argument('<tree>', 'what the folders hold').choices(FOLDER_TREES);

export const FOLDER = 'id, path or name of the folder: 3, Openers/Short, Short';
