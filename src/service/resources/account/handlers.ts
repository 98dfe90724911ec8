import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { changeApplyLock } from './apply-lock.ts';
import { describeAccount } from './workspaces.ts';

export const account: HandlersFor<Table['account']> = {
  validate: (_, context) => describeAccount(context),
  applyLock: ({ body }, context) => changeApplyLock(context, body),
};
