// The verbs that the four kinds of AI entity share.

import { Option } from 'commander';
import { type FolderTree, treeOf } from '../../../contract/ai/enums.ts';
import { AI_CHANNELS, type AiChannel } from '../../../contract/campaigns/enums.ts';
import { withArticle } from '../../../contract/english.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { given, objectIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type Deps, destroys, does, group, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { type AiResource, aiIdOf, findAi, folderIdOf } from '../../shared/ai/kinds.ts';
import { named } from '../../shared/approval.ts';
import { checkedIfEmpty, type LimitOptions, printListing, withLimit } from '../../shared/limit.ts';
import { existing, noMatch } from '../../shared/lookup/match.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { type View, viewOf } from '../../terminal/formats/cells.ts';
import { createCommand, EXAMPLE_NAME, isVariable, updateCommand } from './change.ts';
import { printAi } from './view.ts';

const ENTITY_OF = { contacts: 'CONTACT', companies: 'COMPANY' } as const satisfies Record<string, EntityName>;

interface EntityFilters extends LimitOptions {
  readonly folder?: string | undefined;
  readonly entity?: keyof typeof ENTITY_OF | undefined;
  readonly channel?: AiChannel | undefined;
  readonly archived?: true | undefined;
}

/** The folder of a list; a variable's name alone does not say in which of two trees it is. */
async function folderIn(session: Session, kind: AiResource, folder: string | undefined, entity?: EntityName) {
  if (folder === undefined) return undefined;
  if (isVariable(kind) && entity === undefined && !/^[0-9]+$/.test(folder)) {
    throw new UsageError('--folder by name needs --entity: contacts and companies have separate folders');
  }
  const tree: FolderTree = treeOf(kind.kind, entity ?? 'CONTACT');
  return await folderIdOf(session, tree, folder);
}

/** Exit 5 for the id of a folder that is not there: that of variables may be in two trees. */
async function checkFolder(session: Session, { kind }: AiResource, folderId: number, entity?: EntityName) {
  const { aiFolders } = await session.api();
  const trees = (entity === undefined ? Object.values(ENTITY_OF) : [entity]).map((of) => treeOf(kind, of));
  const found = await existing(trees, (tree) => aiFolders.get({ params: { kind: tree, folderId } }));
  const hint = [...new Set(trees)].map((tree) => `reach ai folder list ${tree}`).join(', ');
  if (found.size === 0) throw noMatch(String(folderId), { noun: 'folder', hint });
}

async function list(session: Session, kind: AiResource, filters: EntityFilters): Promise<void> {
  const { call } = await session.client();
  const { channel, archived } = filters;
  const entity = filters.entity && ENTITY_OF[filters.entity];
  const folderId = await folderIn(session, kind, filters.folder, entity);
  const query = given({ entity, folderId, channel, includeArchived: archived });
  await printListing(session, kind.view, filters, (limits) =>
    checkedIfEmpty(kind.list(call, query, limits), async () => {
      if (folderId !== undefined) await checkFolder(session, kind, folderId, entity);
    }),
  );
}

function listCommand(deps: Deps, kind: AiResource) {
  const { word, plural, noun } = kind;
  const command = withLimit(
    reads('list', {
      summary: `List the ${plural} of the workspace, oldest first`,
      uses: [kind.routes.list, routes.aiFolders.get],
      view: kind.view,
      output: `one row per ${noun}; JSON is the array of records`,
      exits: ['notFound'],
      examples: [
        [`reach ai ${word} list`, 'the first 100'],
        [`reach ai ${word} list --all --json --fields id,name`, `every ${noun}, for a script`],
      ],
    }).option('--folder <name|id>', `only ${plural} directly in this folder`),
  );
  if (kind.kind === 'ai-variable')
    command
      .addOption(
        new Option('--entity <kind>', 'only variables of contacts or of companies').choices(['contacts', 'companies']),
      )
      .option('--archived', 'include archived variables');
  if (kind.kind === 'ai-message')
    command.addOption(new Option('--channel <channel>', 'only messages of this channel').choices(AI_CHANNELS));
  // Commander gives the options of one kind as well, whatever the type of the command says.
  return does(
    () => command,
    (session, filters: EntityFilters) => list(session, kind, filters),
  )(deps);
}

const showCommand = (deps: Deps, kind: AiResource) =>
  does(
    () =>
      readsOne('show', {
        summary: `Show one ${kind.noun}`,
        uses: [kind.routes.get, kind.routes.list],
        output: `every field; on a terminal followed by the text${isVariable(kind) ? '' : '; JSON also has the text in parts'}`,
        exits: ['notFound'],
        examples: [
          [`reach ai ${kind.word} show 3`, 'by id'],
          [`reach ai ${kind.word} show "${EXAMPLE_NAME[kind.kind]}" --json`, 'by name, for a script'],
        ],
      }).argument(`<${kind.word}>`, `id or name of the ${kind.noun}`),
    async (session, word, { web }) => {
      const entity = await findAi(session, kind, word);
      if (web) return await openInWeb(session, kind.noun, word, entity);
      await printAi(session, kind, entity);
    },
  )(deps);

const deletedView = ({ noun, plural }: AiResource): View => viewOf(noun, plural, 'id:number deleted');

function deleteCommand(deps: Deps, kind: AiResource) {
  const { word, noun } = kind;
  return does(
    () =>
      destroys('delete', {
        summary: `Delete ${withArticle(noun)} ${isVariable(kind) ? 'and its values on all records' : 'that is not in use'}`,
        description: 'If something still refers to it, it is kept (exit 6) and the error lists what refers to it.',
        uses: [kind.routes.delete, kind.routes.list],
        view: deletedView(kind),
        output: 'its id',
        exits: ['notFound', 'conflict'],
        examples: [
          [`reach ai ${word} delete 3`, 'asks for confirmation'],
          [`reach ai ${word} delete "${EXAMPLE_NAME[kind.kind]}" --yes`, 'by name, in a script'],
        ],
      }).argument(`<${word}>`, `id or name of the ${noun}`),
    async (session, name, options) => {
      const id = await aiIdOf(session, kind, name);
      const request = planned(kind.routes.delete, { params: { [kind.param]: id } });
      if (options.dryRun === true)
        await session.print.note(`the service keeps it (exit 6) where something still refers to it`);
      const act = `Delete ${noun} ${named(id, name)}${isVariable(kind) ? ' and its values on all records' : ''}`;
      if (!(await isApproved(session, request, options, { act, declined: 'nothing deleted' }))) return;
      const { data } = await (await session.client()).call(request.route, request.input);
      await session.print.record(deletedView(kind), { id, deleted: true, ...objectIn(data) });
    },
  )(deps);
}

export const entityVerbs = (deps: Deps, kind: AiResource) =>
  [listCommand, showCommand, createCommand, updateCommand, deleteCommand].map((build) => build(deps, kind));

export function entityGroup(deps: Deps, kind: AiResource) {
  const summary = `${kind.plural.slice(0, 1).toUpperCase()}${kind.plural.slice(1)}: list, show, create, update, delete`;
  return group(kind.word, [`${kind.word}s`], summary, entityVerbs(deps, kind));
}
