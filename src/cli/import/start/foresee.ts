import { counted } from '../../../contract/english.ts';
import type { RowSource } from '../../files/rows/source.ts';
import { fingerprint, openRows } from '../../files/rows/source-file.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { itemProblems } from '../mapping/item.ts';
import { type ImportPlan, updatableColumns } from '../mapping/plan.ts';
import type { FileRemarks } from '../rows/file-remarks.ts';
import { Segmenter } from '../rows/segments.ts';
import { segmentsOf } from '../send/pipeline.ts';

type ForeseenRows = Pick<Segmenter, 'remarks' | 'laterRows'>;

/** Reads the rows as the import will, and sends none. What it found is kept for the same plan and file. */
export class FirstPass {
  #plan = '';
  #found: ForeseenRows | null = null;

  async of(path: string, displayed: string, plan: ImportPlan): Promise<ForeseenRows> {
    // A file that was changed since, while a question waited for its answer, has other rows.
    const asked = JSON.stringify([path, await fingerprint(path, displayed), { ...plan, list: null }]);
    if (this.#found === null || this.#plan !== asked) {
      this.#found = null;
      this.#found = await foresee(await openRows(path, displayed, plan), plan);
    }
    this.#plan = asked;
    return this.#found;
  }
}

export async function foresee(source: RowSource, plan: ImportPlan): Promise<ForeseenRows> {
  const segmenter = new Segmenter(plan, source.header.cells, itemProblems(plan));
  for await (const _ of segmentsOf(source, segmenter));
  const { remarks, laterRows } = segmenter;
  return { remarks, laterRows };
}

/** In words, for whoever decides. */
export function foreseenLines(
  { noun, plural }: Pick<Entity, 'noun' | 'plural'>,
  plan: ImportPlan,
  { updates, keyless, sharedEmails, companies, duplicates, contradictions }: FileRemarks,
): string[] {
  const lines: string[] = [];
  if (updates > 0 && plan.change === undefined) {
    const [have, them] = updates === 1 ? ['row has', `this ${noun} is`] : ['rows have', `these ${plural} are`];
    lines.push(
      `${updates} ${have} an id: ${them} updated, empty cells change nothing (--no-update: as rows without id)`,
    );
    const kept = plan.columns.filter((column) => !updatableColumns(plan).includes(column)).map(({ header }) => header);
    if (kept.length > 0) lines.push(`not changed by rows with an id, since it is the company's: ${kept.join(', ')}`);
  }
  if (keyless > 0 && plan.merge && plan.change === undefined) {
    const [have, them] = keyless === 1 ? ['row has', 'it'] : ['rows have', 'them'];
    lines.push(`${keyless} ${have} no match key: importing this file again would create ${them} again`);
  }
  if (sharedEmails.count > 0 && plan.merge)
    lines.push(
      `${counted(sharedEmails.count, 'row')} with the email of an earlier row (first: ${sharedEmails.first}): the service does not match by email, so each creates a contact`,
    );
  if (duplicates.count > 0)
    lines.push(
      `${counted(duplicates.count, 'row')} with nothing new beside an earlier row (first: ${duplicates.first})`,
    );
  if (contradictions.count > 0)
    lines.push(
      `${counted(contradictions.count, 'row')} with values that contradict an earlier row, not sent (first: ${contradictions.first})`,
    );
  return [...lines, ...companies.lines()];
}

/** What is imported although it is probably wrong: names that say "no value", companies that become one. */
export const wrongValueLines = ({ companies, storedWords }: FileRemarks): string[] => [
  ...companies.lines(),
  ...(storedWords.count === 0
    ? []
    : [
        `${counted(storedWords.count, 'cell')} with words for "no value" imported (first: ${storedWords.first}); see --empty`,
      ]),
];
