import type { BuildGroup } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { createRecord } from '../../shared/records/verbs/create.ts';

export const createCommand: BuildGroup = (deps) =>
  createRecord(deps, COMPANY, [
    ['reach companies create -f name=Acme -f domain=acme.example', 'from flags'],
    ['reach companies create --input company.yaml --list "Target accounts"', 'from a file, into a list'],
  ]);
