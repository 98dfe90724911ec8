import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { OperatorContext } from '../../core/operator.ts';

/** A page of the request log, newest first. */
export async function listRequests(
  { log }: OperatorContext,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReplyOf<Table['local']['log']>> {
  const skip = (page - 1) * pageSize;
  const { requests, total } = await log.newest(skip, pageSize);
  return { requests: [...requests], page, pageSize, total, hasNextPage: skip + requests.length < total };
}
