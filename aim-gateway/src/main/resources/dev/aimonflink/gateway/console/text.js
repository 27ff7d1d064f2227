// How numbers, times and SQL are written.

const NUMBERS = new Set(['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']);
const TIMES = /^(date|timestamp)/;

export function isNumber(type) {
  return NUMBERS.has(type.replace(/\(.*$/, ''));
}

/** Numbers that are names: they have no commas. */
export function isId({ name, type }) {
  return isNumber(type) && /(^|_)id$/i.test(name);
}

export function isTime(type) {
  return TIMES.test(type);
}

/** Digits as they were sent, with commas between thousands: 1234567.80 is 1,234,567.80. */
export function grouped(digits) {
  const parts = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(String(digits));
  return parts ? parts[1] + parts[2].replace(/\B(?=([0-9]{3})+$)/g, ',') + (parts[3] || '') : String(digits);
}

/** A value of an answer as a person reads it. */
export function shown(value, type) {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return '{' + value.map(each => shown(each, '')).join(', ') + '}';
  return isNumber(type || '') ? grouped(value) : String(value);
}

/** 1 row, 2,000 rows */
export function counted(count, one) {
  return grouped(count) + ' ' + one + (Number(count) === 1 ? '' : 's');
}

export function whole(number) {
  return grouped(Math.round(number));
}

/** 0.4 ms, 13 ms, 1.2 s, 3 min */
export function duration(ms) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return '–';
  if (ms < 10) return ms.toFixed(1) + ' ms';
  if (ms < 1000) return Math.round(ms) + ' ms';
  if (ms < 60000) return (ms / 1000).toFixed(1) + ' s';
  if (ms < 3600000) return Math.round(ms / 60000) + ' min';
  return ms < 172800000 ? Math.round(ms / 3600000) + ' h' : Math.round(ms / 86400000) + ' days';
}

export function bytes(count) {
  if (count === null || count === undefined) return '–';
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  for (; count >= 1000 && unit < 4; unit++) count /= 1000;
  return (count < 10 && unit > 0 ? count.toFixed(1) : Math.round(count)) + ' ' + units[unit];
}

/** The time of day here, with milliseconds: 12:00:00.123 */
export function clock(ms) {
  const time = new Date(ms);
  return time.toTimeString().slice(0, 8) + '.' + String(time.getMilliseconds()).padStart(3, '0');
}

/** With the day if it is another one. */
export function moment(ms) {
  const time = new Date(ms);
  const day = time.toDateString() === new Date().toDateString() ? '' : time.toISOString().slice(0, 10) + ' ';
  return day + clock(ms);
}

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function literal(value) {
  return /^-?[0-9]+$/.test(value) ? value : "'" + value.replaceAll("'", "''") + "'";
}

/** A word of a shell. */
export function quoted(word) {
  return "'" + word.replaceAll("'", "'\\''") + "'";
}

// ---- SQL

export const KEYWORDS = ('select from where group by having order limit offset as and or not in is null like ilike between case when then else end'
  + ' join left inner cross on using union all distinct with values asc desc nulls first last filter over partition interval true false'
  + ' explain analyze table exists any cast extract for similar to lateral rows range preceding following current row').split(' ');

export const FUNCTIONS = ('count sum avg min max stddev variance bool_and bool_or string_agg array_agg percentile_cont percentile_disc'
  + ' approx_count_distinct round trunc floor ceil abs mod power sqrt ln log exp sign greatest least coalesce nullif width_bucket'
  + ' upper lower length substring trim left right replace concat position split_part now current_date date_trunc date_part to_char'
  + ' generate_series row_number rank dense_rank ntile lag lead first_value last_value').split(' ');

const WORDS = new Set(KEYWORDS);
const CALLS = new Set(FUNCTIONS);
const TOKEN = /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*'?)|("(?:[^"]|"")*"?)|([0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)|([A-Za-z_][A-Za-z0-9_]*)|([\s\S])/g;

/** The text as [kind, piece], all of it. */
export function tokens(sql) {
  const found = [];
  for (const [piece, comment, string, name, number, word] of sql.matchAll(TOKEN)) {
    const kind = comment ? 'comment' : string ? 'string' : name ? 'name' : number ? 'number'
      : word && WORDS.has(word.toLowerCase()) ? 'keyword' : word && CALLS.has(word.toLowerCase()) ? 'function' : '';
    const last = found[found.length - 1];
    if (last && last[0] === kind && !kind) last[1] += piece;
    else found.push([kind, piece]);
  }
  return found;
}
