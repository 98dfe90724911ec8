// reach inbox.

import type { BuildGroup } from '../../session/command.ts';
import { groupByVerb } from '../../session/command.ts';
import { linkCommand } from './link.ts';
import { messagesCommand } from './messages.ts';
import { replyCommand } from './reply.ts';
import { tagCommand } from './tag.ts';
import { tagsCommand } from './tags.ts';
import { threadsCommand } from './threads.ts';
import { untagCommand } from './untag.ts';

export const inbox: BuildGroup = (deps) =>
  groupByVerb(deps, 'inbox', [], 'Conversations: read, reply, tag, link into the web app', {
    threads: () => threadsCommand(deps),
    messages: () => messagesCommand(deps),
    reply: () => replyCommand(deps),
    tags: () => tagsCommand(deps),
    tag: () => tagCommand(deps),
    untag: () => untagCommand(deps),
    link: () => linkCommand(deps),
  });
