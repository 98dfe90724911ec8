// The tables as Kysely sees them. Each resource types its own beside its queries and is named here.

import type { ServiceTables } from './tables.ts';

export interface Database extends ServiceTables {}
