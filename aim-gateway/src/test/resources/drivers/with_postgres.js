// node with_postgres.js HOST PORT
const postgres = require('postgres');

const where = { host: process.argv[2], port: Number(process.argv[3]), user: 'ada', database: 'aim', max: 3 };

function equal(name, got, wanted) {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) {
    throw new Error(`${name}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
  }
  console.log('OK', name);
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
  const sql = postgres(where);
  const tables = await sql`SELECT table_name FROM information_schema.tables WHERE table_schema = ${'public'}`;
  equal('tables', tables.some((each) => each.table_name === 'subscribers'), true);
  const chart = await sql`SELECT region, count(*), sum(total_cost_this_day) FROM subscribers GROUP BY region`;
  equal('chart', [...chart], [{ region: null, count: '10', sum: '82.50' }]);
  const some = await sql`SELECT subscriber_id FROM subscribers WHERE subscriber_id < ${4} ORDER BY 1`;
  equal('parameter', some.map((each) => each.subscriber_id), ['1', '2', '3']);
  equal('list', (await sql`SELECT 1 FROM subscribers WHERE subscriber_id IN ${sql([1, 2])}`).length, 2);
  // The driver asks the catalogs for the types of arrays.
  equal('array', (await sql`SELECT ${[1, 2]}::int[] AS v`)[0].v, [1, 2]);
  equal('json', (await sql`SELECT '{"a":1}'::json AS v`)[0].v, { a: 1 });
  const [inside] = await sql.begin('read only', async (within) => {
    await failure(within.savepoint((inner) => inner`SELECT nosuch FROM subscribers`));
    return within`SELECT count(*) FROM subscribers`;
  });
  equal('transaction', inside.count, '10');
  let read = 0;
  await sql`SELECT g FROM generate_series(1, 10000) g`.cursor(100, (rows) => { read += rows.length; });
  equal('cursor', read, 10000);
  let copied = '';
  for await (const part of await sql`COPY (SELECT subscriber_id FROM subscribers WHERE subscriber_id < 3) TO STDOUT`.readable()) copied += part;
  equal('copied', copied.split('\n').filter(Boolean).sort(), ['1', '2']);
  const error = await failure(sql`SELECT subscriber_id, nosuch FROM subscribers`);
  equal('position', [error.code, error.position], ['42703', '23']);
  const silent = sql`SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321`;
  const cancelled = failure(silent);
  // A cancel that comes before its statement means nothing.
  const cancels = setInterval(() => silent.cancel(), 100);
  equal('cancel', (await cancelled).code, '57014');
  clearInterval(cancels);
  await sql.end();
  const again = postgres(where);
  equal('again', [...(await again`SELECT 1 AS v`)], [{ v: 1 }]);
  await again.end();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
