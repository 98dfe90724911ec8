import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { describeAccount } from './workspaces.ts';

export const account: HandlersFor<Table['account']> = {
  validate: (_, context) => describeAccount(context),
};
