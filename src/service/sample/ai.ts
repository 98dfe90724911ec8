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

export const SAMPLE_TONES = [
  { name: 'House style', description: 'Plain words, no superlatives, never more than one question' },
];

/** Top-level folders. */
const SAMPLE_FOLDERS: readonly { readonly tree: FolderTree; readonly name: string }[] = [
  { tree: 'companies', name: 'Research' },
  { tree: 'ai-messages', name: 'First contact' },
];

/** `folder`: the name of one of SAMPLE_FOLDERS in the tree of the entity. */
const SAMPLE_VARIABLES = [
  {
    entity: 'COMPANY',
    name: 'Company summary',
    description: 'What the company does, in two sentences',
    folder: 'Research',
    search: true,
    prompt: 'Say in two sentences what {name} ({domain}) sells, to whom, and in which markets. No superlatives.',
  },
  {
    entity: 'CONTACT',
    name: 'Buying role',
    description: 'What part this person has when something is bought',
    folder: null,
    search: false,
    outputSchema: { type: 'oneOf', values: ['Decides', 'Recommends', 'Uses', 'Unknown'], provideExplanation: true },
    prompt: 'What part does a {jobTitle} at {companyName} have in buying? Company: {Company summary}',
  },
] as const;

/** `tone` and `folder` by name. */
interface SampleContent {
  readonly kind: SplitKind;
  readonly tone: string | null;
  readonly folder: string | null;
  readonly body: { readonly name: string } & Readonly<Record<string, unknown>>;
}

/** In this order: later ones refer to earlier ones. */
const SAMPLE_CONTENTS: readonly SampleContent[] = [
  {
    kind: 'ai-snippet',
    tone: 'Curious',
    folder: null,
    body: {
      name: 'Opening line',
      description: 'One sentence that shows that we have looked',
      prompt: 'One sentence that says something true and specific about {companyName}: {aiResearch:Company summary}',
    },
  },
  {
    kind: 'ai-message',
    tone: 'House style',
    folder: 'First contact',
    body: {
      name: 'First email to decision makers',
      description: 'Opens a conversation with people who decide',
      channel: 'EMAIL',
      outputLength: 'SHORT',
      prompt:
        'Write a first email to {firstName}, {jobTitle} at {companyName}, who {aiResearch:Buying role} when something is bought. Use this: {aiResearch:Company summary}',
    },
  },
  {
    kind: 'ai-message',
    tone: 'House style',
    folder: null,
    body: {
      name: 'Second email',
      channel: 'EMAIL',
      outputLength: 'SHORT',
      prompt:
        'Write a second email that refers to the first: {aiMessage:First email to decision makers}. Two sentences.',
    },
  },
  {
    kind: 'template',
    tone: null,
    folder: null,
    body: {
      name: 'Short introduction',
      channel: 'EMAIL',
      subject: 'A question about {companyName}',
      messages: ['Hello {firstName},\n\n{aiSnippet:Opening line}\n\nMay I ask how you buy today?\n\n{identity.name}'],
    },
  },
];

const TREE_OF: Readonly<Record<SplitKind, FolderTree>> = {
  'ai-message': 'ai-messages',
  'ai-snippet': 'ai-snippets',
  template: 'message-templates',
};

/** Does nothing if the split AI-entity model is switched off. */
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
