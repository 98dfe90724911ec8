// reach inbox.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { linkCommand } from './link.ts';
import { messagesCommand } from './messages.ts';
import { replyCommand } from './reply.ts';
import { tagCommand } from './tag.ts';
import { tagsCommand } from './tags.ts';
import { threadsCommand } from './threads.ts';
import { untagCommand } from './untag.ts';

export const inbox: BuildGroup = (deps) =>
  groupByVerb(deps, {
    threads: threadsCommand,
    messages: messagesCommand,
    reply: replyCommand,
    tags: tagsCommand,
    tag: tagCommand,
    untag: untagCommand,
    link: linkCommand,
  });
