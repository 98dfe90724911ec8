// What the verbs of the four kinds of AI entity share.

import type { Command, OptionValues } from 'commander';
import { ENTITIES, type EntityName } from '../../../../contract/entities.ts';
import type { AnyId } from '../../../../contract/ids.ts';
import { collect, completing } from '../../../session/command.ts';
import type { NameKind } from '../../../session/name-kinds.ts';
import type { Session } from '../../../session/session.ts';
import { findAi } from '../../../shared/ai/find.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { withFields } from '../../../shared/fields.ts';

export const isVariable = ({ kind }: AiResource) => kind === 'ai-variable';

/** The name of an entity in the examples of a kind. */
export const EXAMPLE_NAME: Readonly<Record<AiResource['kind'], string>> = {
  'ai-variable': 'Company summary',
  'ai-message': 'First email',
  'ai-snippet': 'Opening line',
  template: 'Introduction',
};

/** What completion offers for the argument that names an entity. */
export const NAMES_OF: Readonly<Record<AiResource['kind'], NameKind>> = {
  'ai-variable': 'variables',
  'ai-message': 'messages',
  'ai-snippet': 'snippets',
  template: 'templates',
};

/** `--prompt-file` and `--message-file`, where a kind has them. */
export interface ContentOptions {
  readonly field?: string[] | undefined;
  readonly fieldJson?: string[] | undefined;
  readonly input?: string | undefined;
  readonly promptFile?: string | undefined;
  readonly messageFile?: string[] | undefined;
  readonly dryRun?: true | undefined;
}

export const withPrompt = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  completing(withFields(command).option('--prompt-file <file>', 'the prompt, taken as it is (- = standard input)'), {
    '--prompt-file': 'file',
  });

export const withMessages = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  completing(
    withFields(command).option(
      '--message-file <file>',
      'a message, taken as it is (- = standard input); repeatable',
      collect,
    ),
    { '--message-file': 'file' },
  );

/** Fields and folders depend on the entity of a variable, which never changes and only the service knows. */
export async function entityOf(session: Session, kind: AiResource, id: AnyId): Promise<EntityName | undefined> {
  if (!isVariable(kind)) return undefined;
  const { entity } = await findAi(session, kind, String(id));
  return ENTITIES.find((known) => known === entity);
}

export const ALL_PROBLEMS = 'All problems are reported at once, with file, line and column; nothing is written then.';
