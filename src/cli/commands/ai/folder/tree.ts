// The arguments that name a folder: the tree it is in, and the folder itself.

import { Argument } from 'commander';
import { FOLDER_TREES, type FolderTree } from '../../../../contract/ai/enums.ts';
import { routes } from '../../../../contract/routes/routes.ts';
import type { Session } from '../../../session/session.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { aiFolderView } from '../../../shared/views/ai.ts';

export const TREE = new Argument('<tree>', 'what the folders hold').choices(FOLDER_TREES);

export const FOLDER = 'id, path or name of the folder: 3, Openers/Short, Short';

interface FolderChange {
  readonly kind: FolderTree;
  readonly folder: string;
  readonly body: { readonly name: string } | { readonly parentId: number | null };
  readonly dryRun: true | undefined;
}

export async function changeFolder(session: Session, { kind, folder, body, dryRun }: FolderChange): Promise<void> {
  const request = { params: { kind, folderId: await folderIdOf(session, kind, folder) }, body };
  if (dryRun === true) return await printDryRun(session, planned(routes.aiFolders.update, request));
  const { aiFolders } = await session.api();
  await session.print.record(aiFolderView, await aiFolders.update(request));
}
