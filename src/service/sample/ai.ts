// The sample workspace's AI side, brought in by the use cases everybody has. What is there by name stays as it is.

import type { FolderTree, SplitKind } from '../../contract/ai/enums.ts';
import type { Context } from '../core/context.ts';
import { isSwitchedOn } from '../core/features.ts';
import { createContent } from '../resources/ai/contents/create.ts';
import { createFolder } from '../resources/ai/folders/create.ts';
import { contentNames } from '../resources/ai/queries/contents.ts';
import { folderPage } from '../resources/ai/queries/folders.ts';
import { ensureTone } from '../resources/ai/queries/tones.ts';
import { listTones } from '../resources/ai/tones.ts';
import { createVariable } from '../resources/ai/variables/create.ts';
import { workspaceFields } from '../resources/records/requested-fields.ts';
import { SAMPLE_CONTENTS, SAMPLE_FOLDERS, SAMPLE_TONES, SAMPLE_VARIABLES, type SampleContent } from './data/ai.ts';

const TREE_OF: Readonly<Record<SplitKind, FolderTree>> = {
  'ai-message': 'ai-messages',
  'ai-snippet': 'ai-snippets',
  template: 'message-templates',
};

/** Nothing of it where the split AI-entity model is switched off. */
export async function loadAi(context: Context): Promise<void> {
  if (!(await isSwitchedOn(context.tx, 'split-ai'))) return;
  const { tx, principal } = context;
  for (const tone of SAMPLE_TONES) await ensureTone(tx, principal.workspaceId, tone);
  for (const { tree, name } of SAMPLE_FOLDERS) {
    if ((await folderNamed(context, tree, name)) === null) await createFolder(context, tree, { name });
  }
  for (const { folder, ...variable } of SAMPLE_VARIABLES) {
    const { known } = await workspaceFields(context, variable.entity);
    if (known.has(variable.name)) continue;
    const tree = variable.entity === 'CONTACT' ? 'contacts' : 'companies';
    const folderId = folder === null ? null : await folderNamed(context, tree, folder);
    await createVariable(context, { ...variable, folderId });
  }
  for (const content of SAMPLE_CONTENTS) await loadContent(context, content);
}

async function folderNamed({ tx, principal }: Context, tree: FolderTree, name: string): Promise<number | null> {
  const { rows } = await folderPage(tx, principal.workspaceId, tree, { limit: 100, offset: 0 });
  return rows.find((row) => row.name === name)?.id ?? null;
}

async function loadContent(context: Context, { kind, tone, folder, body }: SampleContent): Promise<void> {
  const known = await contentNames(context.tx, kind, context.principal.workspaceId);
  if (known.some(({ name }) => name === body.name)) return;
  const toneId = (await listTones(context)).find(({ name }) => name === tone)?.id;
  const folderId = folder === null ? null : await folderNamed(context, TREE_OF[kind], folder);
  await createContent(context, kind, { ...body, folderId, ...(toneId !== undefined && { toneId }) });
}
