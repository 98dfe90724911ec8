// reach inbox: conversations with contacts.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { linkCommand } from './link.ts';
import { messagesCommand, tagsCommand, threadsCommand } from './read.ts';
import { replyCommand } from './reply.ts';
import { taggingCommand } from './tag.ts';

export const inbox: BuildGroup = (deps) =>
  groupByVerb(deps, 'inbox', [], 'Conversations: read, reply, tag, link into the web app', {
    threads: () => threadsCommand(deps),
    messages: () => messagesCommand(deps),
    reply: () => replyCommand(deps),
    tags: () => tagsCommand(deps),
    tag: () => taggingCommand(deps, 'tag'),
    untag: () => taggingCommand(deps, 'untag'),
    link: () => linkCommand(deps),
  });
