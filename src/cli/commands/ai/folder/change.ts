// One change of a folder: another name, another place.

import { routes } from '../../../../client/routes/routes.ts';
import type { FolderTree } from '../../../../contract/ai/enums.ts';
import type { Session } from '../../../session/session.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import { planned, printDryRun } from '../../../shared/dry-run/dry-run.ts';
import { aiFolderView } from '../../../shared/views/ai.ts';

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
