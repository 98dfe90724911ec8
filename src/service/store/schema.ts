// The tables as Kysely sees them. Each resource types its own beside its queries and is named here.

import type { AiMessageTables } from './ai-messages.ts';
import type { CampaignContactTables } from './campaign-contacts.ts';
import type { CampaignTables } from './campaigns.ts';
import type { CompanyTables } from './companies.ts';
import type { ContactTables } from './contacts.ts';
import type { FieldTables } from './fields.ts';
import type { ListTables } from './lists.ts';
import type { SenderTables } from './senders.ts';
import type { ServiceTables } from './tables.ts';

export interface Database
  extends ServiceTables,
    ContactTables,
    CompanyTables,
    FieldTables,
    ListTables,
    SenderTables,
    CampaignTables,
    CampaignContactTables,
    AiMessageTables {}
