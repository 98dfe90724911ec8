// Writes the parts of a workspace into a new store of this machine, some hundred records at a time.

import { append } from '../../../contract/append.ts';
import type { JsonObject } from '../../../contract/json.ts';
import type { TwinStage } from '../../../contract/local/store.ts';
import type { Api } from '../../../contract/table.ts';
import type { TwinPart } from './reader.ts';

const RECORDS_MAX = 500;
/** Well below what a request may have. */
const BYTES_MAX = 1_000_000;

export interface WrittenTwin {
  readonly counts: Readonly<Partial<Record<TwinStage, number>>>;
  readonly refused: readonly { readonly what: string; readonly message: string }[];
}

/** `tell`: the stage, and how many of it are written. */
export async function writeParts(
  api: Api,
  parts: AsyncIterable<TwinPart>,
  tell: (stage: TwinStage, count: number) => void,
): Promise<WrittenTwin> {
  const counts: Partial<Record<TwinStage, number>> = {};
  const refused: { what: string; message: string }[] = [];
  let waiting: JsonObject[] = [];
  let bytes = 0;
  let stage: TwinStage = 'workspace';
  const flush = async () => {
    if (waiting.length === 0) return;
    const written = await api.local.twin({ body: { stage, records: waiting } });
    counts[stage] = (counts[stage] ?? 0) + (written.written ?? 0);
    append(
      refused,
      (written.refused ?? []).map(({ what = '', message = '' }) => ({ what, message })),
    );
    tell(stage, counts[stage] ?? 0);
    waiting = [];
    bytes = 0;
  };
  for await (const part of parts) {
    const size = JSON.stringify(part.record).length;
    if (part.stage !== stage || waiting.length === RECORDS_MAX || bytes + size > BYTES_MAX) await flush();
    stage = part.stage;
    waiting.push(part.record);
    bytes += size;
  }
  await flush();
  return { counts, refused };
}
