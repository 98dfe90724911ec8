import { NetworkError } from '../../../client/transport/transport.ts';
import type { PartialAnswer } from '../../../contract/answer.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Block } from '../../../contract/workflows/plan.ts';
import { nameKeyOf } from '../../../rules/name-keys.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { BLOCKS, blockMeant, blockOf } from '../../../rules/workflows/blocks/catalogue.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { workspaceBlocks } from '../../shared/lint/workflow-knowledge.ts';
import { workspaceCache } from '../../shared/lookup/seen-records.ts';
import { blockInputView, blockView } from '../../shared/views/campaigns.ts';
import { CliError } from '../../terminal/exit.ts';
import { isWords } from '../../terminal/settings.ts';

const declare = () =>
  reads('blocks', {
    summary: 'The block catalogue, or one block with its inputs',
    description:
      'An input to "configure" is written into the node; one that "flow"s comes with the records and is left out. The catalogue of the local service is built in; any other service is asked for its own, which is kept for offline lint.',
    uses: [routes.workflows.blocks, routes.workflows.block],
    json: [{ list: routes.workflows.blocks }, { record: routes.workflows.block }],
    output: 'one row per block; for one block its inputs',
    exits: ['notFound'],
    examples: [
      ['reach workflow blocks', 'all of them'],
      ['reach workflow blocks ADD_LEADS_TO_CAMPAIGN', 'its inputs'],
      ['reach workflow blocks --online --json', 'the catalogue of the service'],
    ],
  })
    .argument('[block]', 'id of a block')
    .option('--online', 'ask the service on this machine, too');

type DisplayedBlock = PartialAnswer<typeof Block>;

function unknownBlock(word: string, known: readonly DisplayedBlock[]): CliError {
  const ids = known.flatMap(({ blockId }) => blockId ?? []);
  const other = blockMeant(word);
  const meant = other !== null && ids.includes(other) ? other : null;
  const suggestion = meant === null ? didYouMean(word, ids) : `; did you mean "${meant}"?`;
  return new CliError('notFound', 'not_found', `no block "${word}"${suggestion}`, {
    hint: 'reach workflow blocks lists them',
  });
}

/** Blocks of a service that cannot be asked: as last seen, else those that the interface names. */
function rememberedBlocks(session: Session): { readonly blocks: readonly DisplayedBlock[]; readonly from: string } {
  const blocks = workspaceCache(session).read('blocks')?.value ?? [];
  if (blocks.length > 0) return { blocks, from: 'as last seen' };
  return {
    blocks: BLOCKS.filter(({ undocumented }) => undocumented === undefined),
    from: 'only those that the interface names',
  };
}

/** The built-in catalogue is that of the service on this machine; any other is asked for its own. */
async function catalogueOf(session: Session, online: boolean): Promise<readonly DisplayedBlock[]> {
  if (!online && undocumentedRules(session).undocumentedRules === 'refuse') return BLOCKS;
  try {
    return await workspaceBlocks(session);
  } catch (error) {
    if (online || !(error instanceof NetworkError)) throw error;
    const { blocks, from } = rememberedBlocks(session);
    await session.print.note(`the service cannot be reached: blocks ${from}`);
    return blocks;
  }
}

async function blockNamed(session: Session, word: string, online: boolean): Promise<DisplayedBlock> {
  if (!online && undocumentedRules(session).undocumentedRules === 'refuse') {
    const block = blockOf(word) ?? blockOf(word.toUpperCase());
    if (block === null) throw unknownBlock(word, BLOCKS);
    return block;
  }
  const all = await catalogueOf(session, online);
  const block = all.find(({ blockId }) => blockId === word || blockId === word.toUpperCase());
  if (block?.blockId === undefined) throw unknownBlock(word, all);
  try {
    return await (await session.api()).workflows.block({ params: { blockId: block.blockId } });
  } catch (error) {
    if (online || !(error instanceof NetworkError)) throw error;
    return block;
  }
}

async function printBlock(session: Session, block: DisplayedBlock): Promise<void> {
  if (!isWords(session.settings)) return await session.print.record(blockView, block);
  const { inputs = [], slots = [], entities = [], ...head } = block;
  const slotText = slots.length === 0 ? 'none: it ends the path' : slots.join(', ');
  await session.print.record(blockView, { ...head, entities: entities.join(', '), slots: slotText });
  if (inputs.length === 0) return await session.print.note('it takes no inputs');
  await session.print.text('\n');
  await session.print.list(blockInputView, inputs);
  const named = inputs.flatMap(({ key }) => {
    const name = key === undefined ? undefined : nameKeyOf(key);
    return name === undefined ? [] : [`${name}: NAME in place of ${key}`];
  });
  if (named.length > 0) await session.print.note(`by name: ${named.join('; ')}`);
}

export const blocksCommand = does(declare, async (session, word, options) => {
  const online = options.online === true;
  if (word !== undefined) return await printBlock(session, await blockNamed(session, word, online));
  await session.print.list(blockView, await catalogueOf(session, online));
});
