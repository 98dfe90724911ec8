// The sample workspace's AI variables, AI messages, AI snippets and templates. References are by name.

import type { FolderTree, SplitKind } from '../../../contract/ai/enums.ts';

export const SAMPLE_TONES = [
  { name: 'House style', description: 'Plain words, no superlatives, never more than one question' },
];

/** A folder at the top of its tree. */
export const SAMPLE_FOLDERS: readonly { readonly tree: FolderTree; readonly name: string }[] = [
  { tree: 'companies', name: 'Research' },
  { tree: 'ai-messages', name: 'First contact' },
];

/** `folder`: the name of one of SAMPLE_FOLDERS in the tree of the entity. */
export const SAMPLE_VARIABLES = [
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
export interface SampleContent {
  readonly kind: SplitKind;
  readonly tone: string | null;
  readonly folder: string | null;
  readonly body: { readonly name: string } & Readonly<Record<string, unknown>>;
}

/** In this order: later ones refer to earlier ones. */
export const SAMPLE_CONTENTS: readonly SampleContent[] = [
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
