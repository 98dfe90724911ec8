// The four kinds of AI entity as the command line knows them, found by id or name; and their folders.

import type { Listing, ListOptions } from '../../../client/answers/listing.ts';
import { collected, listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import type { AiKind, FolderTree } from '../../../contract/ai/enums.ts';
import type { AiFolder } from '../../../contract/ai/folders.ts';
import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { type AnyId, isId, isIdText } from '../../../contract/ids.ts';
import { given, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { isSameName } from '../../../rules/nearest.ts';
import type { Session } from '../../session/session.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { having } from '../answer.ts';
import { idByName, onlyMatch } from '../lookup/match.ts';
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

// AI entities by id or name on the command line.

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where several have it. */
export async function aiIdOf(session: Session, kind: AiResource, text: string): Promise<AnyId> {
  const { call } = await session.client();
  return await idByName(session, text.trim(), {
    noun: kind.noun,
    plural: kind.plural,
    hint: `reach ai ${kind.word} list shows them`,
    list: async function* (name) {
      for await (const one of kind.list(
        call,
        { ...(name !== undefined && { name }), includeArchived: true },
        { filtersItself: true },
      )) {
        if (isObject(one))
          yield {
            id: isId(one['id']) ? one['id'] : undefined,
            name: textOf(one['name']),
            detail: textOf(one['entity']),
          };
      }
    },
    get: (id) => call(kind.routes.get, { params: { [kind.param]: id } }),
  });
}

/** The record. Throws ApiError for an id that no record has; else as `aiIdOf`. */
export async function findAi(session: Session, kind: AiResource, text: string): Promise<JsonObject> {
  const id = await aiIdOf(session, kind, text);
  const { call } = await session.client();
  const { data } = await call(kind.routes.get, { params: { [kind.param]: id } });
  return objectIn(data);
}

type Folder = AiFolder & { readonly id: number; readonly name: string };

export interface PlacedFolder extends Folder {
  /** Names from the top, separated by slashes. */
  readonly path: string;
}

/** Every folder of a tree with its path, oldest first. */
export async function allFolders(session: Session, kind: FolderTree): Promise<PlacedFolder[]> {
  const { call } = await session.client();
  const all = await collected(listPages(call, 'aiFolders', 'list', { params: { kind } }));
  const found = having(all, 'id', 'name');
  const byId = new Map(found.map((folder) => [folder.id, folder]));
  return found.map((folder) => ({ ...folder, path: pathOf(folder, byId) }));
}

function pathOf(folder: Folder, byId: ReadonlyMap<number, Folder>): string {
  const names: string[] = [];
  const seen = new Set<number>();
  for (let at: Folder | undefined = folder; at !== undefined && !seen.has(at.id); ) {
    names.unshift(at.name);
    seen.add(at.id);
    at = at.parentId == null ? undefined : byId.get(at.parentId);
  }
  return names.join('/');
}

/** The id a word stands for: an id, a path, or a name that is there once. Exit 5 for none, 2 for several. */
export async function folderIdOf(session: Session, tree: FolderTree, text: string): Promise<number> {
  if (isIdText(text)) return Number(text);
  const all = (await allFolders(session, tree)).map((folder) => ({ ...folder, detail: folder.path }));
  const byPath = all.filter(({ path }) => isSameName(path, text));
  const found = byPath.length > 0 ? byPath : all.filter(({ name }) => isSameName(name, text));
  const kind = {
    noun: `folder of ${tree}`,
    plural: `folders of ${tree}`,
    hint: `reach ai folder list ${tree} shows them`,
  };
  return onlyMatch(text, found, kind).id;
}
