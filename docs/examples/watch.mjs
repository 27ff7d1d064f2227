// Watches a statement and writes each answer, in a browser or in Node.js. AIM_URL and AIM_TOKEN say where, and as whom.
// Usage: node watch.mjs "SELECT count(*) FROM subscribers" [how many answers]
const {AIM_URL, AIM_TOKEN} = process.env;
const [sql, most = Infinity] = process.argv.slice(2);
let last, shown = 0;

async function watch() {
    const headers = {Authorization: `Bearer ${AIM_TOKEN}`, ...(last && {'Last-Event-ID': last})};
    const answer = await fetch(`${AIM_URL}/v1/watch?every=1s&sql=${encodeURIComponent(sql)}`, {headers});
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        console.error(await answer.text());
        process.exit(1);
    }
    let rest = '';
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
        const events = (rest + text).split('\n\n');
        rest = events.pop();
        for (const event of events) {
            const of = Object.fromEntries(event.split('\n').map(line => line.split(/: (.*)/s)));
            last = of.id ?? last; // who comes back with it never sees an older answer
            if (of.event === 'answer') console.log(JSON.stringify(JSON.parse(of.data).rows));
            if (of.event === 'answer' && ++shown >= most) process.exit(0);
        }
    }
}

for (;;) {
    await watch().catch(() => {}); // the connection was cut, or there is no gateway
    await new Promise(later => setTimeout(later, 1000));
}
