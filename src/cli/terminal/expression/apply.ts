// --jq and --template: what they print in place of the JSON of a command. Loaded only when one of them is given.

import { isJson } from '../../../contract/parse-json.ts';
import { CARRIED_OUT, CliError, UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../settings.ts';

export interface Applied {
  /** The records as JSON; the number of them. */
  list(documents: AsyncIterable<string>): Promise<number>;
  record(document: string): Promise<void>;
  /** JSON that a command wrote itself, whole or line by line. */
  text(text: string): Promise<void>;
}

/** Records of NDJSON are given to it in pieces of this many characters: bounds memory. */
const PIECE = 65_536;

interface Applying {
  readonly io: Pick<Io, 'stdout' | 'interrupt'>;
  readonly settings: Settings;
  readonly jqThread: string | null;
  /** The command changes something: that is done when its answer is printed. */
  readonly writes: boolean;
}

/** The expression of these settings, compiled before anything is sent. Throws UsageError with the place where it is wrong. */
export async function openExpression({ io, settings, jqThread, writes }: Applying): Promise<Applied | null> {
  const { jq, template, output } = settings;
  const surroundings = { io, isTTY: io.stdout.isTTY, jqThread };
  const expression =
    jq !== null
      ? await (await import('./jq.ts')).jqExpression(jq, surroundings)
      : template !== null
        ? (await import('./template.ts')).templateExpression(template, surroundings)
        : null;
  if (expression === null) return null;
  const isPerRecord = expression.isPerRecord || output === 'ndjson';

  const failed = (problem: string) =>
    writes
      ? new CliError('bad', 'expression', problem, {
          hint: CARRIED_OUT,
        })
      : new UsageError(problem);
  const print = async (documents: readonly string[]) => {
    const { text, problem } = await expression.apply(documents);
    if (text !== '') await io.stdout.write(text);
    if (problem !== null) throw failed(problem);
  };

  return {
    list: async (documents) => {
      let gathered: string[] = [];
      let [size, count] = [0, 0];
      for await (const document of documents) {
        gathered.push(document);
        size += document.length;
        count += 1;
        if (!isPerRecord || size < PIECE) continue;
        await print(gathered);
        [gathered, size] = [[], 0];
        if (io.stdout.closed && !writes) return count;
      }
      if (!isPerRecord) await print([`[${gathered.join(',')}]`]);
      else if (gathered.length > 0) await print(gathered);
      return count;
    },
    record: (document) => print([document]),
    text: async (text) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const documents = isJson(text) ? [text] : lines.every(isJson) ? lines : null;
      const flag = jq === null ? '--template' : '--jq';
      if (documents === null) throw failed(`${flag}: this command prints text, not JSON`);
      await print(documents);
    },
  };
}
