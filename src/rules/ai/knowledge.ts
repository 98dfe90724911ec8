// What may be known of a workspace when an AI entity is checked. Offline next to nothing is; the service knows everything.

import type { AiKind, FolderTree, ReferenceKind } from '../../contract/ai/enums.ts';
import type { AiChannel } from '../../contract/campaigns/enums.ts';
import type { EntityName } from '../../contract/entities.ts';
import type { AnyId } from '../../contract/ids.ts';
import { type KnownFields, SENDER_FIELDS } from '../campaigns/placeholders.ts';
import type { ServiceKnowledge } from '../problem.ts';
import { STANDARD_FIELDS } from '../records/fields.ts';

/** An AI entity that a token may name. `id` is null for one that is only a file so far. */
export interface TokenCandidate {
  readonly id: AnyId | null;
  readonly name: string;
  /** Of AI research. */
  readonly entity?: EntityName;
}

export interface KnownNames {
  readonly all: readonly TokenCandidate[];
  readonly complete: boolean;
}

/** What the entity was before the change, as far as it matters to what is changed. */
export interface Current {
  readonly id: AnyId;
  readonly entity?: EntityName;
  readonly channel?: AiChannel | null;
  readonly subject?: string | null;
}

/** Whatever is left out is not checked. */
export interface AiKnowledge extends ServiceKnowledge {
  readonly fields?: Readonly<Record<EntityName, KnownFields>> | undefined;
  readonly names?: Readonly<Partial<Record<ReferenceKind, KnownNames>>> | undefined;
  /** As text: 7 and "7" are the same. */
  readonly toneIds?: ReadonlySet<string> | undefined;
  /** For files, which name tones and folders: those of the workspace, complete or not. */
  readonly tones?: { readonly names: ReadonlySet<string>; readonly complete: boolean } | undefined;
  readonly folderPaths?: Readonly<Partial<Record<FolderTree, ReadonlySet<string>>>> | undefined;
  /** Folder → its tree. */
  readonly folders?: ReadonlyMap<number, FolderTree> | undefined;
  /** The entity that is changed; none when it is new. */
  readonly current?: Current | undefined;
}

/** `{identity.…}`: in what an identity sends (undocumented: as in campaigns). */
export const IDENTITY_NAMES: readonly string[] = SENDER_FIELDS.map((field) => `identity.${field}`);

/** The standard fields of each entity, and fields that are known to exist. Anything else may exist as well. */
export function standardFields(contactFields: Iterable<string> = [], companyFields: Iterable<string> = []) {
  const ids = (entity: EntityName) => STANDARD_FIELDS[entity].map(({ id }) => id);
  return {
    CONTACT: { ids: new Set([...ids('CONTACT'), ...contactFields]), complete: false },
    COMPANY: { ids: new Set([...ids('COMPANY'), ...companyFields]), complete: false },
  };
}

/** A variable has field placeholders alone; other variables are fields there. */
export const MAY_REFER: Readonly<Record<AiKind, readonly ReferenceKind[]>> = {
  'ai-variable': [],
  'ai-message': ['aiResearch', 'aiMessage'],
  'ai-snippet': ['aiResearch'],
  template: ['aiSnippet', 'aiResearch'],
};

/** How a kind is called in a sentence. */
export const CALLED: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'an AI variable',
  'ai-message': 'an AI message',
  'ai-snippet': 'an AI snippet',
  template: 'a message template',
};

export const REFERENCE_CALLED: Readonly<Record<ReferenceKind, string>> = {
  aiResearch: 'AI research',
  aiSnippet: 'AI snippet',
  aiMessage: 'AI message',
};

/** `AI research and other AI messages`: what the kind may refer to, for its refusal. */
export function policyText(kind: AiKind): string {
  const words = MAY_REFER[kind].map((reference) => `{${reference}:…}`);
  return words.length === 0 ? 'fields alone, such as {companyName}' : `fields and ${words.join(', ')}`;
}
