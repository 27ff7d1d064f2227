// node with_pg.js HOST PORT
const { Client, Pool } = require('pg');

const where = { host: process.argv[2], port: Number(process.argv[3]), user: 'ada', database: 'aim' };
const SILENT = 'SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321';
const MISSPELLED = 'SELECT subscriber_id, nosuch FROM subscribers';

function equal(name, got, wanted) {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) {
    throw new Error(`${name}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
  }
  console.log('OK', name);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A cancel that comes before its statement means nothing. */
async function cancelUntilEnded(client, promise) {
  let isEnded = false;
  let began;
  promise.catch(() => {}).then(() => {
    isEnded = true;
    console.log('TIME', Date.now() - began, 'ms after the first cancel');
  });
  while (!isEnded) {
    await pause(50);
    began ??= Date.now();
    const canceller = new Client(where).connection;
    canceller.on('error', () => {});
    canceller.connect(where.port, where.host);
    canceller.on('connect', () => canceller.cancel(client.processID, client.secretKey));
    await new Promise((resolve) => canceller.on('end', resolve));
  }
}

async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

async function main() {
  const client = new Client(where);
  await client.connect();
  const values = [
    ['bool', true, true],
    ['int4', 42, 42],
    ['int8', '9223372036854775807', '9223372036854775807'],
    ['float8', -0.5, -0.5],
    ['numeric', '12.3400', '12.3400'],
    ['text', 'Zürich \u{1F600}', 'Zürich \u{1F600}'],
    ['timestamptz', new Date(1795003200000), new Date(1795003200000)],
    ['bytea', Buffer.from([0, 255]), Buffer.from([0, 255])],
    ['int4[]', [1, null, 3], [1, null, 3]],
    ['json', '{"a":[1]}', { a: [1] }],
  ];
  for (const [kind, value, wanted] of values) {
    const { rows } = await client.query(`SELECT $1::${kind} AS v, NULL::${kind} AS n`, [value]);
    equal(kind, rows, [{ v: wanted, n: null }]);
  }
  for (let subscriber = 1; subscriber <= 10; subscriber++) {
    const text = 'SELECT number_of_calls_this_day AS calls FROM subscribers WHERE subscriber_id = $1';
    const { rows } = await client.query({ name: 'calls', text, values: [subscriber] });
    equal(`calls of ${subscriber}`, Number(rows[0].calls), subscriber);
  }
  const binary = await client.query({ text: 'SELECT $1::int4 AS v', values: [7], binary: true });
  equal('binary', binary.rows, [{ v: 7 }]);
  const error = await failure(client.query(MISSPELLED));
  equal('position', [error.code, error.position], ['42703', '23']);
  await client.query('BEGIN');
  await client.query('DECLARE some CURSOR FOR SELECT g FROM generate_series(1, 10000) g');
  let read = 0;
  for (let rows = [0]; rows.length > 0; read += rows.length) {
    rows = (await client.query('FETCH 100 FROM some')).rows;
  }
  equal('cursor', read, 10000);
  await client.query('COMMIT');
  const several = await client.query('SELECT 1 AS a; SELECT 2 AS b');
  equal('several statements', several.map((each) => each.rows[0]), [{ a: 1 }, { b: 2 }]);
  const silent = client.query(SILENT);
  await cancelUntilEnded(client, silent);
  equal('cancel', (await failure(silent)).code, '57014');
  await client.query('SET statement_timeout = 300');
  const late = await failure(client.query(SILENT));
  equal('timeout', late.code, '57014');
  await client.end();
  const pool = new Pool({ ...where, max: 3 });
  const all = await Promise.all([...Array(20).keys()].map((i) => pool.query('SELECT $1::int4 AS v', [i])));
  equal('pool', all.map((each) => each.rows[0].v), [...Array(20).keys()]);
  await pool.end();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
