// The sample workspace's AI variables, messages, snippets and templates. Existing ones (by name) are kept.

import type { FolderTree, SplitKind } from '../../contract/ai/enums.ts';
import type { Context } from '../core/context.ts';
import { isSwitchedOn } from '../core/features.ts';
import { createContent } from '../resources/ai/contents.ts';
import { createFolder } from '../resources/ai/folders.ts';
import { listTones } from '../resources/ai/library.ts';
import { contentNames } from '../resources/ai/queries/contents.ts';
import { folderPage } from '../resources/ai/queries/folders.ts';
import { ensureTone } from '../resources/ai/queries/tones.ts';
import { createVariable } from '../resources/ai/variables/write.ts';
import { workspaceFields } from '../resources/records/requested-fields.ts';
import SAMPLE from './sample.json';

const TREE_OF: Readonly<Record<SplitKind, FolderTree>> = {
  'ai-message': 'ai-messages',
  'ai-snippet': 'ai-snippets',
  template: 'message-templates',
};

/** Does nothing if the split AI-entity model is switched off. */
export async function loadAi(context: Context): Promise<void> {
  if (!(await isSwitchedOn(context.tx, 'split-ai'))) return;
  const { tx, principal } = context;
  for (const tone of SAMPLE.tones) await ensureTone(tx, principal.workspaceId, tone);
  for (const tree of ['companies', 'ai-messages'] as const) {
    for (const { name } of SAMPLE.folders[tree]) {
      if ((await folderNamed(context, tree, name)) === null) await createFolder(context, tree, { name });
    }
  }
  for (const entity of ['COMPANY', 'CONTACT'] as const) {
    for (const { folder, ...variable } of SAMPLE.variables[entity]) {
      const { known } = await workspaceFields(context, entity);
      if (known.has(variable.name)) continue;
      const folderId = await folderNamed(context, entity === 'CONTACT' ? 'contacts' : 'companies', folder);
      await createVariable(context, { entity, ...variable, folderId });
    }
  }
  // In this order: later ones refer to earlier ones.
  for (const kind of ['ai-snippet', 'ai-message', 'template'] as const) {
    for (const content of SAMPLE.contents[kind]) await loadContent(context, kind, content);
  }
}

async function folderNamed({ tx, principal }: Context, tree: FolderTree, name: string | null): Promise<number | null> {
  if (name === null) return null;
  const { rows } = await folderPage(tx, principal.workspaceId, tree, { limit: 100, offset: 0 });
  return rows.find((row) => row.name === name)?.id ?? null;
}

/** `tone` and `folder` by name. */
interface SampleContent {
  readonly tone: string | null;
  readonly folder: string | null;
  readonly body: { readonly name: string };
}

async function loadContent(context: Context, kind: SplitKind, { tone, folder, body }: SampleContent): Promise<void> {
  const known = await contentNames(context.tx, kind, context.principal.workspaceId);
  if (known.some(({ name }) => name === body.name)) return;
  const toneId = (await listTones(context)).find(({ name }) => name === tone)?.id;
  const folderId = await folderNamed(context, TREE_OF[kind], folder);
  await createContent(context, kind, { ...body, folderId, ...(toneId !== undefined && { toneId }) });
}
