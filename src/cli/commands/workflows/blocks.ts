import { routes } from '../../../client/routes/routes.ts';
import type { PartialAnswer } from '../../../contract/answer.ts';
import type { Block } from '../../../contract/workflows/plan.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { BLOCKS, blockMeant, blockOf } from '../../../rules/workflows/blocks/catalogue.ts';
import { does, reads } from '../../app/command.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { blockInputView, blockView } from '../../output/views/workflows.ts';

const declare = () =>
  reads('blocks', {
    summary: 'The block catalogue, or one block with its inputs',
    description:
      'An input to "configure" is written into the node; one that "flow"s comes with the records and is left out. The catalogue is built in; --online asks the service for its own.',
    uses: [routes.workflows.blocks, routes.workflows.block],
    output: 'one row per block; for one block its inputs',
    exits: ['notFound'],
    examples: [
      ['reach workflow blocks', 'all of them, offline'],
      ['reach workflow blocks ADD_LEADS_TO_CAMPAIGN', 'its inputs'],
      ['reach workflow blocks --online --json', 'the catalogue of the service'],
    ],
  })
    .argument('[block]', 'id of a block')
    .option('--online', 'ask the service');

function unknownBlock(word: string): CliError {
  const meant = blockMeant(word);
  const ids = BLOCKS.map(({ blockId }) => blockId);
  const suggestion = meant === null ? didYouMean(word, ids) : `; did you mean "${meant}"?`;
  return new CliError('notFound', 'not_found', `no block "${word}"${suggestion}`, {
    hint: 'reach workflow blocks lists them',
  });
}

type ShownBlock = PartialAnswer<typeof Block>;

async function blockNamed(session: Session, word: string, online: boolean): Promise<ShownBlock> {
  if (online) return await (await session.api()).workflows.block({ params: { blockId: word } });
  const block = blockOf(word) ?? blockOf(word.toUpperCase());
  if (block === null) throw unknownBlock(word);
  return block;
}

async function printBlock(session: Session, block: ShownBlock): Promise<void> {
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null) return await session.print.record(blockView, block);
  const { inputs = [], slots = [], entities = [], ...head } = block;
  const slotText = slots.length === 0 ? 'none: it ends the path' : slots.join(', ');
  await session.print.record(blockView, { ...head, entities: entities.join(', '), slots: slotText });
  if (inputs.length === 0) return await session.print.note('it takes no inputs');
  await session.print.text('\n');
  await session.print.list(blockInputView, inputs);
}

export const blocksCommand = does(declare, async (session, word, options) => {
  const online = options.online === true;
  if (word !== undefined) return await printBlock(session, await blockNamed(session, word, online));
  await session.print.list(
    blockView,
    online ? ((await (await session.api()).workflows.blocks()).blocks ?? []) : BLOCKS,
  );
});
