import type { Table } from '../../contract/table.ts';
import { describeAccount } from '../domain/account.ts';
import type { HandlersFor } from './handlers.ts';

export const account: HandlersFor<Table['account']> = {
  validate: (_, context) => describeAccount(context),
};
