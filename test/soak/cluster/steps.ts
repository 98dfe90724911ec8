// What PostgreSQL itself writes down of the runs, in the transaction in which it happens: each step of each record, once it
// is done, and when. With it goes the time that passes between a death and the next step.

import { Client } from 'pg';

/** A record that enters a run has done the first of its steps. */
export const AUDIT = `
create table left_steps (id bigint generated always as identity, run_id bigint, entity_id bigint, step bigint,
  at timestamptz default clock_timestamp());
create index left_steps_by_time on left_steps (at);
create function leave_step() returns trigger language plpgsql as $$
  begin insert into left_steps (run_id, entity_id, step) values (old.run_id, old.entity_id, old.step); return null; end $$;
create trigger left_step after update on workflow_run_entities for each row
  when (old.status in ('PENDING', 'WAITING') and new.status not in ('PENDING', 'WAITING')) execute function leave_step();
create function enter_run() returns trigger language plpgsql as $$
  begin insert into left_steps (run_id, entity_id, step) values (new.run_id, new.entity_id, -1); return null; end $$;
create trigger entered_run after insert on workflow_run_entities for each row when (new.status = 'SUCCEEDED') execute function enter_run();
`;

export const STEPS_OF_RECORD = 5;

export interface Deaths {
  /** When a server was killed, epoch ms. */
  readonly ofServers: readonly number[];
  /** When the database was there again. */
  readonly ofDatabase: readonly number[];
  /** When a server was frozen. */
  readonly frozen: readonly number[];
}

interface Takeovers {
  readonly median: number | undefined;
  readonly p95: number | undefined;
  readonly worst: number | undefined;
  readonly of: number;
}

export interface StepLog {
  /** About how many steps were done. */
  done(): Promise<number>;
  /** How long after each death the next step was done, milliseconds; without those after which nothing was left to do. */
  takeovers(deaths: readonly number[]): Promise<Takeovers>;
  close(): Promise<void>;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1];

/** Connects again when the database was killed. */
export function stepLogOf(connectionString: string): StepLog {
  let client: Promise<Client> | null = null;
  const connected = async (): Promise<Client> => {
    const made = new Client({ connectionString });
    made.on('error', () => {
      client = null;
    });
    await made.connect();
    return made;
  };
  const ask = async (sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>> => {
    client ??= connected();
    const { rows } = await (await client).query(sql, [...values]);
    return rows[0];
  };
  return {
    done: async () => {
      try {
        // Ids of what was rolled back are among them.
        return Number(
          (await ask("select last_value as n from pg_sequences where sequencename = 'left_steps_id_seq'"))['n'],
        );
      } catch {
        client = null;
        return 0;
      }
    },
    takeovers: async (deaths) => {
      const gaps: number[] = [];
      for (const death of deaths) {
        const next =
          'select min(extract(epoch from at) * 1000)::float as next from left_steps where at > to_timestamp($1)';
        const row = await ask(next, [death / 1_000]);
        if (row['next'] !== null) gaps.push(Number(row['next']) - death);
      }
      const sorted = gaps.map(Math.round).sort((a, b) => a - b);
      return { median: at(sorted, 0.5), p95: at(sorted, 0.95), worst: sorted.at(-1), of: sorted.length };
    },
    close: async () => {
      const open = await client?.catch(() => null);
      await open?.end();
    },
  };
}
