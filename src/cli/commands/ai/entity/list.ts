// reach ai variable|message|snippet|template list.

import { Option } from 'commander';
import { type FolderTree, treeOf } from '../../../../contract/ai/enums.ts';
import { AI_CHANNELS, type AiChannel } from '../../../../contract/campaigns/enums.ts';
import type { EntityName } from '../../../../contract/entities.ts';
import { type Deps, does, reads } from '../../../session/command.ts';
import type { Session } from '../../../session/session.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { type LimitOptions, printListing, withLimit } from '../../../shared/limit/limit.ts';
import { UsageError } from '../../../terminal/exit.ts';
import { isVariable } from './entity.ts';

const ENTITY_OF = { contacts: 'CONTACT', companies: 'COMPANY' } as const satisfies Record<string, EntityName>;

interface EntityFilters extends LimitOptions {
  readonly folder?: string | undefined;
  readonly entity?: EntityName | undefined;
  readonly channel?: AiChannel | undefined;
  readonly archived?: true | undefined;
}

/** The folder of a list; a variable's name alone does not say in which of two trees it is. */
async function folderIn(session: Session, kind: AiResource, { folder, entity }: EntityFilters) {
  if (folder === undefined) return undefined;
  if (isVariable(kind) && entity === undefined && !/^[0-9]+$/.test(folder)) {
    throw new UsageError('--folder by name needs --entity: contacts and companies have separate folders');
  }
  const tree: FolderTree = treeOf(kind.kind, entity ?? 'CONTACT');
  return await folderIdOf(session, tree, folder);
}

async function list(session: Session, kind: AiResource, filters: EntityFilters): Promise<void> {
  const { call } = await session.client();
  const { entity, channel, archived } = filters;
  const folderId = await folderIn(session, kind, filters);
  const query = {
    ...(entity !== undefined && { entity }),
    ...(folderId !== undefined && { folderId }),
    ...(channel !== undefined && { channel }),
    ...(archived === true && { includeArchived: true }),
  };
  await printListing(session, kind.view, filters, (limits) => kind.list(call, query, limits));
}

export function listCommand(deps: Deps, kind: AiResource) {
  const { word, plural, noun } = kind;
  const command = withLimit(
    reads('list', {
      summary: `List the ${plural} of the workspace, oldest first`,
      uses: [kind.routes.list],
      view: kind.view,
      output: `one row per ${noun}; JSON is the array of records`,
      exits: ['notFound'],
      examples: [
        [`reach ai ${word} list`, 'the first 100'],
        [`reach ai ${word} list --all --json --fields id,name`, `every ${noun}, for a script`],
      ],
    }).option('--folder <name|id>', `only ${plural} directly in this folder`),
  );
  switch (kind.kind) {
    case 'ai-variable':
      return does(
        () =>
          command
            .addOption(
              new Option('--entity <kind>', 'only variables of contacts or of companies').choices([
                'contacts',
                'companies',
              ] as const),
            )
            .option('--archived', 'include archived variables'),
        (session, { entity, ...filters }) => list(session, kind, { ...filters, entity: entity && ENTITY_OF[entity] }),
      )(deps);
    case 'ai-message':
      return does(
        () =>
          command.addOption(new Option('--channel <channel>', 'only messages of this channel').choices(AI_CHANNELS)),
        (session, filters) => list(session, kind, filters),
      )(deps);
    default:
      return does(
        () => command,
        (session, filters) => list(session, kind, filters),
      )(deps);
  }
}
