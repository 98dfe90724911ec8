// Rows drawn as a table for a terminal: our own padding, beside cli-table3.

import CliTable from 'cli-table3';
import { contactView } from '../../src/cli/shared/views/records.ts';
import { plainCell, valueAt } from '../../src/cli/terminal/formats/cells.ts';
import { PLAIN } from '../../src/cli/terminal/formats/colour.ts';
import { titleOf } from '../../src/cli/terminal/formats/displayed-cell.ts';
import { displayedTable } from '../../src/cli/terminal/formats/table.ts';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, median, milliseconds } from './figures.ts';
import { contactItem } from './rows.ts';

const NOW = Date.UTC(2026, 10, 21);
const TIMES = 5;
/** cli-table3 takes time by the square of the rows. */
const PEER_ROWS_MOST = 2_000;

async function msOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function* measure({ sizes, say }: Place): AsyncGenerator<Figure> {
  const { columns } = contactView;
  const record = (n: number, mark: string) => ({
    ...contactItem(n),
    id: n,
    firstName: `${contactItem(n)['firstName']}${mark}`,
    company: { name: `Company ${n}` },
    updatedAt: '2026-11-20T10:00:00.000Z',
  });
  const draw = async (mark: string) => {
    const rows = Array.from({ length: sizes.tableRows }, (_, n) => record(n, mark));
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      times.push(await msOf(() => displayedTable(columns, rows, { room: 120, now: NOW, paint: PLAIN })));
    }
    return median(times);
  };
  say(`${sizes.tableRows} rows`);
  const [plain, accents, chinese] = [await draw(''), await draw('é'), await draw('漢字')];
  const peerRows = Math.min(PEER_ROWS_MOST, sizes.tableRows);
  const peer = await msOf(() => {
    const table = new CliTable({ head: columns.map(titleOf) });
    for (let n = 0; n < peerRows; n += 1) table.push(columns.map(({ key }) => plainCell(valueAt(record(n, ''), key))));
    return table.toString();
  });
  const rows = sizes.tableRows.toLocaleString('en-US');
  const baseline = `${milliseconds(peer)} (cli-table3, ${peerRows.toLocaleString('en-US')} rows)`;
  const displayed = (what: string, ms: number): Figure => ({
    what: `${rows} rows, ${what}`,
    figure: milliseconds(ms),
    baseline,
    budget: atMost(300, 'ms', ms),
  });
  yield displayed('plain', plain);
  yield displayed('accents in a column', accents);
  yield displayed('Chinese in a column', chinese);
}

export const tables: Area = { title: 'Tables on a terminal, over the data', measure };
