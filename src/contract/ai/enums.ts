// The words and bounds of AI variables, AI messages, AI snippets, message templates and their folders. Free of zod: rules
// and CLI read them.

import { type EntityName, NOUNS } from '../entities.ts';

/** What is written with tokens in it; the words are those of files and of `reach schema`. */
export const AI_KINDS = ['ai-variable', 'ai-message', 'ai-snippet', 'template'] as const;
export type AiKind = (typeof AI_KINDS)[number];
/** Those of the split AI-entity model. */
export type SplitKind = Exclude<AiKind, 'ai-variable'>;

export const OUTPUT_TYPES = ['text', 'number', 'date', 'oneOf', 'url', 'email'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

/** Undocumented: the interface names `outputLength`, not its values. */
export const OUTPUT_LENGTHS = ['SHORT', 'MEDIUM', 'LONG'] as const;

/** Tokens that name another AI entity; AI research is what AI variables find out. */
export const REFERENCE_KINDS = ['aiResearch', 'aiSnippet', 'aiMessage'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];
export const KIND_OF_REFERENCE = {
  aiResearch: 'ai-variable',
  aiSnippet: 'ai-snippet',
  aiMessage: 'ai-message',
} as const satisfies Readonly<Record<ReferenceKind, AiKind>>;

/** The trees of folders, as paths name them. */
export const FOLDER_TREES = ['contacts', 'companies', 'ai-messages', 'ai-snippets', 'message-templates'] as const;
export type FolderTree = (typeof FOLDER_TREES)[number];

/** What a tree holds (the last three words are undocumented). */
export const ENTITY_OF_TREE = {
  contacts: 'CONTACT',
  companies: 'COMPANY',
  'ai-messages': 'AI_MESSAGE',
  'ai-snippets': 'AI_SNIPPET',
  'message-templates': 'MESSAGE_TEMPLATE',
} as const satisfies Readonly<Record<FolderTree, string>>;
export const FOLDER_ENTITIES = ['CONTACT', 'COMPANY', 'AI_MESSAGE', 'AI_SNIPPET', 'MESSAGE_TEMPLATE'] as const;

const TREE_OF_KIND = {
  'ai-message': 'ai-messages',
  'ai-snippet': 'ai-snippets',
  template: 'message-templates',
} as const satisfies Readonly<Record<SplitKind, FolderTree>>;

/** The tree an item belongs in; a variable's says its entity. */
export function treeOf(kind: AiKind, entity: EntityName): FolderTree {
  if (kind !== 'ai-variable') return TREE_OF_KIND[kind];
  return NOUNS[entity];
}

/** What a file writes in place of an id. */
export const FILE_NAMES = { folder: 'folderId', tone: 'toneId' } as const;

export const TONE_SOURCES = ['workspace', 'default'] as const;

/** Rates are the interface's; the rest is undocumented. Lengths in characters. */
export const AI_LIMITS = {
  deleteMessagePerMinute: 30,
  tonesPerMinute: 100,
  nameMax: 200,
  descriptionMax: 10_000,
  promptMax: 50_000,
  modelMax: 200,
  /** Values of `oneOf`. */
  valuesMax: 200,
  valueMax: 500,
  subjectMax: 1000,
  /** Messages of one template, sent one after the other. */
  messagesMax: 20,
  /** Folders inside folders. */
  folderDepth: 20,
  /** Tokens that a refusal gives as examples of valid ones. */
  tokenSample: 12,
} as const;
