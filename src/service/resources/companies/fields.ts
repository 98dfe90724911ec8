import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { Context } from '../../core/context.ts';
import { describeFields } from '../records/requested-fields.ts';

/** Standard and custom fields of companies in this workspace. */
export function listCompanyFields(context: Context): Promise<{ fields: FieldDescriptor[] }> {
  return describeFields(context, 'COMPANY');
}
