// Folders of AI entities by id, or by the names that lead to them: `Openers/Short`.

import { listPages } from '../../../client/answers/pages.ts';
import type { FolderTree } from '../../../contract/ai/enums.ts';
import type { AiFolder } from '../../../contract/ai/folders.ts';
import { isIdText } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../answer/known.ts';
import { onlyMatch } from '../lookup/match.ts';

type Folder = AiFolder & { readonly id: number; readonly name: string };

export interface PlacedFolder extends Folder {
  /** Names from the top, separated by slashes. */
  readonly path: string;
}

/** Every folder of a tree with its path, oldest first. */
export async function allFolders(session: Session, kind: FolderTree): Promise<PlacedFolder[]> {
  const { call } = await session.client();
  const all: AiFolder[] = [];
  for await (const folder of listPages(call, 'aiFolders', 'list', { params: { kind } })) all.push(folder);
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
  const byPath = all.filter(({ path }) => path === text);
  const found = byPath.length > 0 ? byPath : all.filter(({ name }) => name === text);
  const kind = {
    noun: `folder of ${tree}`,
    plural: `folders of ${tree}`,
    hint: `reach ai folder list ${tree} shows them`,
  };
  return onlyMatch(text, found, kind).id;
}
