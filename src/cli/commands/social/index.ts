// reach social: tracked posts, and reactions to them.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { postsCommand } from './posts.ts';
import { reactCommand } from './react.ts';
import { showCommand } from './show.ts';

export const social: BuildGroup = (deps) =>
  groupByVerb(deps, {
    posts: postsCommand,
    show: showCommand,
    react: reactCommand,
  });
