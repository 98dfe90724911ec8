// Rows of a saved plan: before they are sent, what they would change now is compared with what they would have changed then.

import type { PlanGuard } from '../../session/plan/plan-guard.ts';
import type { Item } from '../../shared/records/rows.ts';
import type { RowResult } from '../report/row-result.ts';
import type { RowGate } from '../run.ts';
import { READ_WHOLE_MAX } from './known-workspace.ts';
import { lookedUpRow } from './looked-up-row.ts';
import { Prediction, type PredictionHost } from './predict.ts';

type Rows = Parameters<RowGate['reasons']>[0];

export class PlannedRows implements RowGate {
  readonly #guard: PlanGuard;
  readonly #host: PredictionHost;
  readonly #prediction: Prediction;
  /** A row that is sent once more has changed what it is compared with. */
  readonly #known = new WeakMap<Item, string | null>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(guard: PlanGuard, host: Omit<PredictionHost, 'readWholeMax'>) {
    this.#guard = guard;
    this.#host = { ...host, readWholeMax: READ_WHOLE_MAX };
    this.#prediction = new Prediction(this.#host);
  }

  async reasons(rows: Rows): Promise<readonly (string | null)[]> {
    const turn = this.#turn.then(() => this.#compare(rows));
    this.#turn = turn.catch(() => {});
    await turn;
    return rows.items.map((item) => this.#known.get(item) ?? null);
  }

  made(results: readonly RowResult[]): void {
    const { noun } = this.#host.entity;
    for (const { status, id } of results) if (status === 'created' && id !== null) this.#guard.made(noun, id);
  }

  async #compare({ items, lines, recordId }: Rows): Promise<void> {
    const open = items.flatMap((item, at) => (this.#known.has(item) ? [] : [{ item, line: lines[at] ?? 0 }]));
    const { change } = this.#host.plan;
    if (change === undefined) await this.#prediction.results([{ items: open.map(({ item }) => item), recordId }]);
    for (const { item, line } of open) {
      const changes =
        change === undefined
          ? this.#prediction.changesOf(item)
          : (await lookedUpRow(this.#host, change, { item, recordId })).changes;
      this.#known.set(item, this.#guard.refuse(changes, line));
    }
  }
}
