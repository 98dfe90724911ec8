// Lists and campaigns that a contact or company is in: for the pages of the local service.

import type { EnrolmentStatus } from '../../../contract/campaigns/enums.ts';
import type { Context } from '../../core/context.ts';
import { campaignsOf, listsOf } from './queries/memberships.ts';

export interface Memberships {
  readonly lists: readonly { readonly id: number; readonly name: string }[];
  /** `status`: of the contact in the campaign. */
  readonly campaigns: readonly {
    readonly id: number;
    readonly name: string;
    readonly status: EnrolmentStatus;
    readonly reason: string | null;
  }[];
}

export async function membershipsOf({ tx, principal }: Context, contactId: number): Promise<Memberships> {
  const { workspaceId } = principal;
  return {
    lists: await listsOf(tx, workspaceId, 'CONTACT', contactId),
    campaigns: await campaignsOf(tx, workspaceId, contactId),
  };
}

export async function listsOfCompany({ tx, principal }: Context, companyId: number): Promise<Memberships['lists']> {
  return listsOf(tx, principal.workspaceId, 'COMPANY', companyId);
}
