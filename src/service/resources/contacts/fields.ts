import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { Context } from '../../core/context.ts';
import { describeFields } from '../records/requested-fields.ts';

/** Standard and custom fields of contacts in this workspace. */
export function listContactFields(context: Context): Promise<{ fields: FieldDescriptor[] }> {
  return describeFields(context, 'CONTACT');
}
