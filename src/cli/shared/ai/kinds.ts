// The four kinds of AI entity as the command line knows them: one table for all four.

import type { Listing, ListOptions } from '../../../client/answers/listing.ts';
import { listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import type { AiKind } from '../../../contract/ai/enums.ts';
import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { given } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { aiMessageView, aiSnippetView, aiVariableView, messageTemplateView } from '../views/ai.ts';

interface ListQuery {
  readonly name?: string;
  readonly folderId?: number;
  readonly channel?: AiChannel;
  readonly entity?: EntityName;
  readonly includeArchived?: boolean;
}

export interface AiResource {
  readonly kind: AiKind;
  /** The word of its commands: `reach ai message`. */
  readonly word: string;
  readonly noun: string;
  readonly plural: string;
  readonly view: View;
  /** The name of the id in its paths. */
  readonly param: string;
  readonly routes: Readonly<Record<'list' | 'create' | 'get' | 'update' | 'delete', Route>>;
  /** Parameters that the kind does not have are ignored. */
  list(call: Call, query: ListQuery, options: ListOptions): Listing<unknown>;
  readonly example: string;
}

export const KINDS = {
  variable: {
    kind: 'ai-variable',
    word: 'variable',
    noun: 'AI variable',
    plural: 'AI variables',
    view: aiVariableView,
    param: 'aiVariableId',
    routes: routes.aiVariables,
    list: (call, { name, folderId, entity, includeArchived }, options) =>
      listPages(call, 'aiVariables', 'list', { query: given({ name, folderId, entity, includeArchived }) }, options),
    example: '-f name="Company summary" -f entity=COMPANY --prompt-file summary.txt',
  },
  message: {
    kind: 'ai-message',
    word: 'message',
    noun: 'AI message',
    plural: 'AI messages',
    view: aiMessageView,
    param: 'aiMessageId',
    routes: routes.aiMessages,
    list: (call, { name, folderId, channel }, options) =>
      listPages(call, 'aiMessages', 'list', { query: given({ name, folderId, channel }) }, options),
    example: '-f name="First email" -f channel=EMAIL -f tone=Friendly --prompt-file first.txt',
  },
  snippet: {
    kind: 'ai-snippet',
    word: 'snippet',
    noun: 'AI snippet',
    plural: 'AI snippets',
    view: aiSnippetView,
    param: 'aiSnippetId',
    routes: routes.aiSnippets,
    list: (call, { name, folderId }, options) =>
      listPages(call, 'aiSnippets', 'list', { query: given({ name, folderId }) }, options),
    example: '-f name="Opening line" -f tone=Curious --prompt-file opening.txt',
  },
  template: {
    kind: 'template',
    word: 'template',
    noun: 'message template',
    plural: 'message templates',
    view: messageTemplateView,
    param: 'messageTemplateId',
    routes: routes.messageTemplates,
    list: (call, { name, folderId }, options) =>
      listPages(call, 'messageTemplates', 'list', { query: given({ name, folderId }) }, options),
    example: '-f name=Introduction -f channel=EMAIL -f subject="A question" --message-file intro.txt',
  },
} as const satisfies Readonly<Record<string, AiResource>>;

export function kindOf(kind: AiKind): AiResource {
  return Object.values(KINDS).find((one) => one.kind === kind) ?? KINDS.variable;
}
