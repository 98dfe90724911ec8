// Property tests take the same road on every run, so that a failure is the change's; REACH_TEST_SEED=random explores others.

import * as fc from 'fast-check';
import { ModuleRunner } from 'vite/module-runner';
import { beforeEach } from 'vitest';
import { sqliteOnly } from './service/sqlite-only.ts';

const wanted = process.env['REACH_TEST_SEED'];

if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted ?? 20_261_121) });

const RUNNER: {
  isCircularImport(importers: ReadonlySet<string>, id: string, visited?: Set<string>): boolean;
  readonly evaluatedModules: ModuleRunner['evaluatedModules'];
} = Object(ModuleRunner.prototype);
const { isCircularImport } = RUNNER;

/**
 * At each import of a module, Vite looks for a cycle through all that import it, which in a worker become more with each file. One
 * that is loaded waits for no other.
 */
if (isCircularImport.name === 'isCircularImport')
  RUNNER.isCircularImport = function unlessLoaded(importers, id, visited) {
    if (this.evaluatedModules.getModuleById(id)?.evaluated) return false;
    return isCircularImport.call(this, importers, id, visited);
  };

if (process.env['REACH_TEST_ENGINE'] === 'postgres') {
  beforeEach(({ skip, task }) => {
    const reason = sqliteOnly(task.name);
    if (reason !== undefined) skip(reason);
  });
}
