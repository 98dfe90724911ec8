// reach ai variable|message|snippet|template: list, show, create, update, delete, and the archive of variables.

import { type CommandUnknownOpts as Command, Option } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { type FolderTree, treeOf, VARIABLE_ENTITIES, type VariableEntity } from '../../../contract/ai/enums.ts';
import { AI_CHANNELS, type AiChannel } from '../../../contract/campaigns/enums.ts';
import { isFields } from '../../../rules/shape.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { View } from '../../output/formats/cells.ts';
import { folderIdOf } from '../../shared/ai/folders.ts';
import { KINDS, type Kind, type ListQuery, pathOf } from '../../shared/ai/kinds.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { printDryRun, recordOptions } from '../../shared/records/verbs/record.ts';
import { aiIdOf, findAi } from './find.ts';
import { type GivenFlags, givenEntity } from './input.ts';
import { printAi } from './view.ts';
import { sentGiven, soundBody } from './write.ts';

const isVariable = ({ kind }: Kind) => kind === 'ai-variable';

interface ListFlags extends LimitOptions {
  readonly folder?: string;
  readonly entity?: string;
  readonly channel?: AiChannel;
  readonly archived?: boolean;
}

/** `contacts` or `companies` as the interface writes them. */
function entityOf(text: string | undefined): VariableEntity | undefined {
  if (text === undefined) return undefined;
  const upper = text.toUpperCase();
  const found = VARIABLE_ENTITIES.find((entity) => upper === entity || upper === PLURAL[entity]);
  if (found === undefined) throw new UsageError(`--entity ${text}: contacts or companies`);
  return found;
}

const PLURAL: Readonly<Record<VariableEntity, string>> = { CONTACT: 'CONTACTS', COMPANY: 'COMPANIES' };

/** The folder of a list; a variable's name alone does not say in which of two trees it is. */
async function folderOf(session: Session, kind: Kind, flags: ListFlags, entity: VariableEntity | undefined) {
  if (flags.folder === undefined) return undefined;
  if (isVariable(kind) && entity === undefined && !/^[0-9]+$/.test(flags.folder)) {
    throw new UsageError('--folder by name needs --entity: contacts and companies have folders of their own');
  }
  const tree: FolderTree = treeOf(kind.kind, entity ?? 'CONTACT');
  return await folderIdOf(session, tree, flags.folder);
}

async function list(session: Session, kind: Kind, flags: ListFlags): Promise<void> {
  const { call } = await session.client({ sustained: limitOf(flags) === null });
  const entity = entityOf(flags.entity);
  const folderId = await folderOf(session, kind, flags, entity);
  const query: ListQuery = {
    ...(entity !== undefined && { entity }),
    ...(folderId !== undefined && { folderId }),
    ...(flags.channel !== undefined && { channel: flags.channel }),
    ...(flags.archived === true && { includeArchived: true }),
  };
  await printListing(session, kind.view, flags, (options) => kind.list(call, query, options));
}

function listCommand(deps: Deps, kind: Kind): Command {
  const { word, plural, noun } = kind;
  const command = leaf('list', {
    summary: `The ${plural} of the workspace, oldest first`,
    uses: [kind.routes.list],
    output: `one row ${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}; JSON is the array of records`,
    exits: ['notFound'],
    examples: [
      [`reach ai ${word} list`, 'the first 100'],
      [`reach ai ${word} list --all --json --fields id,name`, 'all of them, for a script'],
    ],
  }).option('--folder <name|id>', 'only those directly in this folder');
  if (isVariable(kind)) {
    command.option('--entity <kind>', 'of contacts or companies').option('--archived', 'archived ones too');
  }
  if (kind.kind === 'ai-message') {
    command.addOption(new Option('--channel <channel>', 'only these').choices([...AI_CHANNELS]));
  }
  return doesUntyped(deps, withLimit(command), (session, flags: ListFlags) => list(session, kind, flags));
}

function showCommand(deps: Deps, kind: Kind): Command {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: `Show one ${kind.noun}`,
      uses: [kind.routes.get, kind.routes.list],
      output: `every field of it; at a terminal with the text${isVariable(kind) ? '' : '; JSON has it in parts as well'}`,
      exits: ['notFound'],
      examples: [
        [`reach ai ${kind.word} show 3`, 'by id'],
        [`reach ai ${kind.word} show "${EXAMPLE_NAME[kind.kind]}" --json`, 'by name, for a script'],
      ],
    }).argument(`<${kind.word}>`, `id or name of the ${kind.noun}`),
    async (session, text: string) => await printAi(session, kind, await findAi(session, kind, text)),
  );
}

const EXAMPLE_NAME: Readonly<Record<Kind['kind'], string>> = {
  'ai-variable': 'Company summary',
  'ai-message': 'First email',
  'ai-snippet': 'Opening line',
  template: 'Introduction',
};

/** The flags that give an entity, the same for create and update. */
function givenOptions(command: Command, kind: Kind): Command {
  recordOptions(command);
  return kind.kind === 'template'
    ? command.option('--message-file <file>', 'a message, as it is (- = standard input); repeat it', collect)
    : command.option('--prompt-file <file>', 'the prompt, as it is (- = standard input)');
}

const TOKENS = 'Mistakes are told with file, line and column, all at once; nothing is written then.';

function createCommand(deps: Deps, kind: Kind): Command {
  const { word, noun } = kind;
  const file = `${EXAMPLE_NAME[kind.kind].toLowerCase().replaceAll(' ', '-')}.yaml`;
  const command = leaf('create', {
    summary: `Create ${/^A/.test(noun) ? 'an' : 'a'} ${noun}`,
    description: `Fields as of "reach schema ${kind.kind}": a file may name ${isVariable(kind) ? 'its folder' : 'tone and folder'} by name. ${TOKENS}`,
    uses: [kind.routes.create],
    output: `the ${noun}`,
    exits: ['notFound', 'conflict'],
    examples: [
      [`reach ai ${word} create ${kind.example}`, 'from flags and a text file'],
      [`reach ai ${word} create --input ${file} -o id`, 'from a file; prints the id'],
      [`reach ai ${word} create --input ${file} --dry-run --json`, 'what would be sent'],
    ],
  });
  return doesUntyped(deps, givenOptions(command, kind), async (session, flags: GivenFlags) => {
    const given = await givenEntity(session.io, kind.kind, flags);
    const body = await soundBody(session, kind, given, { purpose: 'create' });
    if (flags.dryRun === true) return await printDryRun(session, 'POST', kind.routes.create.path, body);
    const { call } = await session.client();
    const { data } = await sentGiven(session, kind, given, () => call(kind.routes.create, { body }));
    await printAi(session, kind, isFields(data) ? data : {});
  });
}

/** Whose fields and folders count: a variable keeps its entity, which only the service knows. */
async function entityNow(session: Session, kind: Kind, id: number): Promise<VariableEntity | undefined> {
  if (!isVariable(kind)) return undefined;
  const { entity } = await findAi(session, kind, String(id));
  return VARIABLE_ENTITIES.find((known) => known === entity);
}

function updateCommand(deps: Deps, kind: Kind): Command {
  const { word, noun } = kind;
  const text = kind.kind === 'template' ? '--message-file hello.txt' : '--prompt-file better.txt';
  const command = leaf('update', {
    summary: `Change ${/^A/.test(noun) ? 'an' : 'a'} ${noun}`,
    description: `What is not given stays as it is; null clears. ${TOKENS}`,
    uses: [kind.routes.update, kind.routes.get, kind.routes.list],
    output: `the ${noun} after the change`,
    exits: ['notFound', 'conflict'],
    examples: [
      [`reach ai ${word} update 3 ${text}`, 'another text'],
      [`reach ai ${word} update "${EXAMPLE_NAME[kind.kind]}" -f name="New name"`, 'by name: what refers to it goes on'],
      [`reach ai ${word} update 3 -F folderId:=null`, 'out of its folder'],
    ],
  }).argument(`<${word}>`, `id or name of the ${noun}`);
  return doesUntyped(deps, givenOptions(command, kind), async (session, name: string, flags: GivenFlags) => {
    const given = await givenEntity(session.io, kind.kind, flags);
    const id = await aiIdOf(session, kind, name);
    const isNeeded = 'prompt' in given.fields || 'folder' in given.fields;
    const entity = isNeeded ? await entityNow(session, kind, id) : undefined;
    const body = await soundBody(session, kind, given, { purpose: 'update', entity });
    if (flags.dryRun === true) return await printDryRun(session, 'PATCH', pathOf(kind, id), body);
    const { call } = await session.client();
    const request = { params: { [kind.param]: id }, body };
    const { data } = await sentGiven(session, kind, given, () => call(kind.routes.update, request));
    await printAi(session, kind, isFields(data) ? data : {});
  });
}

interface ActFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const DRY = ['--dry-run', 'print what would be sent, send nothing'] as const;

function deletedView({ noun, plural }: Kind): View {
  return {
    noun,
    plural,
    columns: [
      { key: 'id', title: 'id', kind: 'number' },
      { key: 'deleted', title: 'deleted' },
    ],
  };
}

function deleteCommand(deps: Deps, kind: Kind): Command {
  const { word, noun } = kind;
  const what = isVariable(kind) ? 'with its values on every record' : 'that nothing refers to';
  return doesUntyped(
    deps,
    leaf('delete', {
      summary: `Delete ${/^A/.test(noun) ? 'an' : 'a'} ${noun} ${what}`,
      description: 'While something still refers to it, it is kept (exit 6), and who refers to it is named.',
      uses: [kind.routes.delete, kind.routes.list],
      output: 'its id',
      exits: ['notFound', 'conflict'],
      examples: [
        [`reach ai ${word} delete 3`, 'asks first'],
        [`reach ai ${word} delete "${EXAMPLE_NAME[kind.kind]}" --yes`, 'by name, in a script'],
      ],
    })
      .argument(`<${word}>`, `id or name of the ${noun}`)
      .option('-y, --yes', 'do not ask')
      .option(...DRY),
    async (session, text: string, flags: ActFlags) => {
      const id = await aiIdOf(session, kind, text);
      if (flags.dryRun === true) return await printDryRun(session, 'DELETE', pathOf(kind, id), null);
      const values = isVariable(kind) ? ' and its values on every record' : '';
      if (flags.yes !== true && !(await session.prompt.confirm(`Delete ${noun} ${id}${values}?`, '--yes'))) {
        return await session.print.note('nothing deleted');
      }
      const { call } = await session.client();
      const { data } = await call(kind.routes.delete, { params: { [kind.param]: id } });
      await session.print.record(deletedView(kind), data);
    },
  );
}

function archiveCommand(deps: Deps, verb: 'archive' | 'unarchive'): Command {
  const kind = KINDS.variable;
  const isIn = verb === 'archive';
  return doesUntyped(
    deps,
    leaf(verb, {
      summary: isIn ? 'Archive an AI variable: its values stay' : 'Take an AI variable out of the archive',
      ...(isIn && { description: 'It stays a field with its values; lists leave it out unless --archived.' }),
      uses: [routes.aiVariables[verb], routes.aiVariables.list],
      output: 'the AI variable',
      exits: ['notFound'],
      examples: [
        [`reach ai variable ${verb} 3`, 'by id'],
        [`reach ai variable ${verb} "Company summary" --json`, 'by name'],
      ],
    })
      .argument('<variable>', 'id or name of the AI variable')
      .option(...DRY),
    async (session, text: string, flags: ActFlags) => {
      const aiVariableId = await aiIdOf(session, kind, text);
      if (flags.dryRun === true) {
        return await printDryRun(session, 'POST', `${pathOf(kind, aiVariableId)}/${verb}`, null);
      }
      const { aiVariables } = await session.api();
      await session.print.record(kind.view, await aiVariables[verb]({ params: { aiVariableId } }));
    },
  );
}

function verbs(deps: Deps, kind: Kind): Command[] {
  return [listCommand, showCommand, createCommand, updateCommand, deleteCommand].map((build) => build(deps, kind));
}

export function kindGroup(deps: Deps, kind: Kind): Command {
  const summary = `${kind.plural.slice(0, 1).toUpperCase()}${kind.plural.slice(1)}: list, show, create, update, delete`;
  return group(kind.word, [`${kind.word}s`], summary, verbs(deps, kind));
}

export function variableGroup(deps: Deps): Command {
  return group('variable', ['variables'], 'AI variables: research that becomes a field of contacts or companies', [
    ...verbs(deps, KINDS.variable),
    archiveCommand(deps, 'archive'),
    archiveCommand(deps, 'unarchive'),
  ]);
}
