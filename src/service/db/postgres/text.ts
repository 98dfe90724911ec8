// The text of a query as PostgreSQL takes it. What differs by more than spelling is in PHRASES, side by side with SQLite's
// text; functions that PostgreSQL lacks are made by its schema (schema/functions.ts).

/** What a fragment says in SQLite → the same in PostgreSQL. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // db/rowset.ts
  [
    /\bin\s*\(\s*select value from json_each\((\?\d*)\)\s*\)/g,
    '= any(array(select value::bigint from json_array_elements_text($1::json) as given (value)))',
  ],
  [
    /\bin\s*\(\s*select cast\(value as text\) from json_each\((\?\d*)\)\s*\)/g,
    '= any(array(select json_array_elements_text($1::json)))',
  ],
  [/\bcross join\b/g, 'join'],
  [/(?<=[\s(])\+(?=[a-z_])/g, ''],
  // db/fulltext.ts
  [/select rowid from (\w+)_fts where \1_fts match (\?\d*)/g, 'select id from $1_fts where words @@ query_of($2)'],
  [/\blower\(/g, 'lower_ascii('],
  [/\bjson_array\(/g, 'json_build_array('],
];

/** Tables whose rows have an id of their own, given by the store. */
const WITH_ID =
  /^\s*insert into (?:workspaces|users|keys|faults|custom_fields|lists|identities|task_owners|identity_voices|campaigns|campaign_actions|ai_folders|ai_messages|ai_variables|ai_snippets|message_templates|ai_tones|jobs|workflows|workflow_runs|playbook_items|saved_filters|action_runs|mailboxes|threads|messages|inbox_tags|contact_events|social_posts|social_schedules)\b/;

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\?(\d*)|[A-Za-z_]\w*/g;

/**
 * Values are numbered as SQLite numbers them. Names with capitals are what rows are read by, and keep them; an insert tells
 * the id of its row.
 */
export function postgresText(sql: string): string {
  let text = sql;
  for (const [phrase, message] of PHRASES) text = text.replace(phrase, message);
  let last = 0;
  text = text.replace(TOKEN, (token, number: string | undefined) => {
    if (token.startsWith('?')) {
      last = number ? Math.max(last, Number(number)) : last + 1;
      return `$${number || last}`;
    }
    return /^[a-z_]\w*[A-Z]/.test(token) ? `"${token}"` : token;
  });
  return WITH_ID.test(text) && !/\breturning\b/.test(text) ? `${text} returning id` : text;
}

const ROW_INSERT = /^insert into (\w+) \(([\w, ]+)\) values \([?, ]+\)$/;
const ROW_UPDATE = /^update (\w+) set ([\w, =?]+) where id = \?$/;

export interface RowsText {
  readonly text: string;
  /** What the values of a row stand for, in their order. */
  readonly columns: readonly string[];
}

/** One statement for any number of rows, which travel as one JSON text, of an insert or update of `db/rowset.ts`. */
export function rowsText(sql: string): RowsText {
  const [, into, listed] = ROW_INSERT.exec(sql) ?? [];
  if (into !== undefined && listed !== undefined) {
    const text = `insert into ${into} (${listed}) select ${listed} from json_populate_recordset(null::${into}, $1)`;
    return { text, columns: listed.split(', ') };
  }
  const [, table, settings] = ROW_UPDATE.exec(sql) ?? [];
  if (table === undefined || settings === undefined) throw new Error(`not a statement for rows: ${sql}`);
  const columns = settings.split(', ').map((setting) => setting.replace(' = ?', ''));
  const set = columns.map((column) => `${column} = given.${column}`).join(', ');
  const text = `update ${table} set ${set} from json_populate_recordset(null::${table}, $1) as given where ${table}.id = given.id`;
  return { text, columns: [...columns, 'id'] };
}
