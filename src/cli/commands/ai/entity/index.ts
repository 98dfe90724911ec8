// The verbs that the four kinds of AI entity share.

import { type Deps, group } from '../../../session/command.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { createCommand } from './create.ts';
import { deleteCommand } from './delete.ts';
import { listCommand } from './list.ts';
import { showCommand } from './show.ts';
import { updateCommand } from './update.ts';

export const entityVerbs = (deps: Deps, kind: AiResource) =>
  [listCommand, showCommand, createCommand, updateCommand, deleteCommand].map((build) => build(deps, kind));

export function entityGroup(deps: Deps, kind: AiResource) {
  const summary = `${kind.plural.slice(0, 1).toUpperCase()}${kind.plural.slice(1)}: list, show, create, update, delete`;
  return group(kind.word, [`${kind.word}s`], summary, entityVerbs(deps, kind));
}
