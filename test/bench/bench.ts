// npm run bench [-- --quick] [-- --contacts=N] [-- AREA…]: the budgets of the design, each beside what was measured. Nothing is asserted.

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Area, Place, Sizes } from './area.ts';
import { campaigns } from './campaigns.ts';
import { csv } from './csv.ts';
import { type Figure, tableOf } from './figures.ts';
import { imports } from './import.ts';
import { scale } from './scale.ts';
import { startup } from './startup.ts';

const AREAS: Readonly<Record<string, Area>> = { startup, csv, import: imports, campaigns, scale };

const FULL: Sizes = {
  rounds: 31,
  csvRows: 1_000_000,
  importRows: 100_000,
  campaignContacts: 1_000,
  scaleContacts: 1_000_000,
};

const QUICK: Sizes = { rounds: 9, csvRows: 100_000, importRows: 5_000, campaignContacts: 200, scaleContacts: 20_000 };

/** Of a large store. */
const CONTACTS = /^--contacts=(\d+)$/;

/** Runs the areas named, or all. Exit code 1 when one could not be measured, 2 for one no one knows. */
export async function run(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = [
    ...names.filter((name) => AREAS[name] === undefined),
    ...args.filter((arg) => arg.startsWith('--') && arg !== '--quick' && !CONTACTS.test(arg)),
  ];
  if (unknown.length > 0) {
    process.stderr.write(
      `no ${unknown.join(', ')}; there is --quick, --contacts=N, and ${Object.keys(AREAS).join(', ')}\n`,
    );
    return 2;
  }
  const isQuick = args.includes('--quick');
  const contacts = args.map((arg) => CONTACTS.exec(arg)?.[1]).find((input) => input !== undefined);
  const sizes = { ...(isQuick ? QUICK : FULL), ...(contacts && { scaleContacts: +contacts }) };
  const { version } = process;
  const machine = cpus();
  const load = `load ${loadavg()[0]?.toFixed(1)}`;
  const about = [
    `Node ${version}`,
    `${machine.length} × ${machine[0]?.model.trim()}`,
    load,
    ...(isQuick ? ['quick'] : []),
  ];
  process.stdout.write(`${about.join(', ')}\n`);
  let failed = 0;
  for (const [name, area] of Object.entries(AREAS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const folder = mkdtempSync(join(tmpdir(), `reach-bench-${name}-`));
    const onSignal = (): void => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    };
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
    const figures: Figure[] = [];
    const place: Place = {
      sizes,
      folder,
      root: resolve('.'),
      say: (text) => void process.stderr.write(`${name}: ${text}\n`),
    };
    try {
      for await (const figure of area.measure(place)) figures.push(figure);
    } catch (error) {
      // The other areas are still worth their minutes.
      process.stderr.write(`${name}: ${error instanceof Error ? error.stack : error}\n`);
      failed += 1;
    } finally {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      rmSync(folder, { recursive: true, force: true });
    }
    process.stdout.write(`\n${area.title}\n\n${tableOf(figures)}`);
  }
  return failed > 0 ? 1 : 0;
}
