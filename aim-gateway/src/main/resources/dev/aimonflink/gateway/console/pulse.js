// How the job is, from second to second: at the top of the page, and with its last two minutes as a view.

import { html, useEffect, useState } from './preact.js';
import { stream } from './api.js';
import { Spark } from './chart.js';
import { bytes, clock, duration, moment, whole, ZONE } from './text.js';

const KEPT_MS = 120000;
const LATE_MS = 8000;

// One stream for the whole page, from the first look on.
const store = { beats: [], refusal: null, arrived: 0, close: null, listeners: new Set() };

function changed() {
  store.listeners.forEach(each => each());
}

function open() {
  if (store.close) return;
  store.close = stream('GET', '/v1/pulse/stream', {
    onEvent({ event, data }) {
      if (event === 'beat') {
        const last = store.beats[store.beats.length - 1];
        if (last && data.number <= last.number && data.time > last.time) store.beats = store.beats.slice(-120);
        else if (last && data.time <= last.time) return;
        store.beats.push(data);
        store.beats = store.beats.filter(each => data.time - each.time < KEPT_MS);
        store.arrived = Date.now();
        changed();
      }
    },
    onState(refusal) {
      store.refusal = refusal;
      changed();
    },
  });
  setInterval(changed, 1000);
}

export function usePulse() {
  const [, setCount] = useState(0);
  useEffect(() => {
    const listener = () => setCount(count => count + 1);
    store.listeners.add(listener);
    open();
    return () => store.listeners.delete(listener);
  }, []);
  return store;
}

/** What is wrong at this moment, as [kind, sentence]; null if nothing is. */
function trouble({ beats, refusal, arrived }) {
  const beat = beats[beats.length - 1];
  if (refusal) return ['away', refusal.status === 0 ? 'gateway away' : 'no pulse'];
  if (!beat) return ['waits', 'waiting'];
  if (!beat.ready) return ['away', 'job away'];
  return Date.now() - arrived > LATE_MS ? ['away', 'no news for ' + duration(Date.now() - arrived)] : null;
}

/** One line at the top. */
export function Live() {
  const pulse = usePulse();
  const beat = pulse.beats[pulse.beats.length - 1];
  const wrong = trouble(pulse);
  return html`<a class=${'live ' + (wrong ? wrong[0] : 'good')} href="#/pulse" role="status" title=${why(pulse)}>
    <i></i> ${wrong ? wrong[1] : html`<span class="digits">${whole(beat.perSecond.events ?? 0)}</span> events/s
      <span class="digits fresh">${duration(beat.freshMs)}</span>`}</a>`;
}

function why({ beats, refusal }) {
  const beat = beats[beats.length - 1];
  return refusal ? refusal.message : beat && beat.fault ? beat.fault : 'Events a second, and how long an event takes into an answer';
}

/** Restarts, stalls, changes of where scans run: [time, kind, what]. */
function marksOf(beats) {
  const marks = [];
  beats.forEach((beat, i) => {
    const before = beats[i - 1];
    if (!before) return;
    if (beat.run && before.run && beat.run !== before.run) marks.push([beat.time, 'restart', 'The job restarted, ' + clock(beat.time)]);
    else if (beat.ready && !before.ready && beats.slice(0, i).some(each => each.ready)) marks.push([beat.time, 'restart', 'The job answers again, ' + clock(beat.time)]);
    if (!beat.ready && before.ready) marks.push([beat.time, 'stall', 'The job does not answer, ' + clock(beat.time)]);
    (beat.partitions || []).forEach((partition, p) => {
      const old = before.partitions && before.partitions[p];
      if (old && old.mode !== partition.mode) {
        marks.push([beat.time, 'mode', `Partition ${partition.partition} scans by ${partition.mode}, after ${old.mode}, ${clock(beat.time)}`]);
      }
    });
    if (beat.time - before.time > 12000) marks.push([beat.time, 'stall', 'Nothing was seen for ' + duration(beat.time - before.time)]);
  });
  return marks;
}

function quantile(values, part) {
  const sorted = values.filter(value => value !== undefined && value !== null).sort((one, other) => one - other);
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] : undefined;
}

export function Pulse() {
  const pulse = usePulse();
  const { beats } = pulse;
  const beat = beats[beats.length - 1];
  if (!beat) {
    return html`<p class="loading" role="status">${pulse.refusal ? pulse.refusal.message : 'The first beat comes in a moment ...'}</p>`;
  }
  const wrong = trouble(pulse);
  const marks = marksOf(beats);
  const to = beat.time;
  const from = to - KEPT_MS;
  const fresh = beats.map(each => each.freshMs);
  const gauge = (name, value, of, note) => html`
    <section class="gauge"><h2>${name}</h2><p class="digits big">${value}</p><p class="note">${note}</p>
      <${Spark} label=${name} points=${beats.map(each => [each.time, of(each)])} marks=${marks} from=${from} to=${to} /></section>`;
  const flink = beat.flink;
  const checkpoint = flink && flink.checkpoint;
  return html`
    <h1 class="hidden">Pulse</h1>
    ${(wrong || beat.fault) && html`<p class="banner" role="alert">${pulse.refusal ? pulse.refusal.message
      : beat.fault || wrong[1]} ${!beat.ready && html`<a href="#/health">What the doctor says</a>`}</p>`}
    <div class="gauges">
      ${gauge('Events a second', whole(beat.perSecond.events ?? 0), each => each.perSecond.events, whole(beat.written ?? 0) + ' in the topic')}
      ${gauge('Questions a second', whole(beat.perSecond.queries ?? 0), each => each.perSecond.queries,
        beat.runningQueries + ' run through this gateway')}
      ${gauge('Alerts a second', whole(beat.perSecond.alerts ?? 0), each => each.perSecond.alerts, html`<a href="#/rules">Rules</a>`)}
      ${gauge('From event to answer', duration(beat.freshMs), each => each.freshMs,
        html`p50 ${duration(quantile(fresh, 0.5))}, p99 ${duration(quantile(fresh, 0.99))}`)}
      ${gauge('Behind', whole(beat.lag ?? 0), each => each.lag, 'events that the answers do not have yet')}
      <section class="gauge"><h2>Flink</h2>
        ${flink ? html`
          <p class="big">${flink.state.toLowerCase()}</p>
          <p class="note">${flink.restarts ?? '–'} restarts${flink.failedCheckpoints ? ', ' + flink.failedCheckpoints + ' checkpoints failed' : ''}</p>
          <p>${checkpoint ? html`Checkpoint ${duration(to - Date.parse(checkpoint.time))} ago: ${bytes(checkpoint.bytes)} in${' '}
            ${duration(checkpoint.milliseconds)}` : 'No checkpoint yet, or none is wanted'}</p>`
          : html`<p class="note">Restarts and checkpoints are shown if the gateway knows Flink: <code>--flink URL</code>.</p>`}
      </section>
    </div>
    <h2>${whole(beat.rows ?? 0)} rows in ${(beat.partitions || []).length} partitions</h2>
    <div class="partitions">${(beat.partitions || []).map((each, p) => html`
      <section class="partition" key=${each.partition}><h3>Partition ${each.partition}</h3>
        <dl>
          <div><dt>rows</dt><dd class="digits">${whole(each.rows)}</dd></div>
          <div><dt>columns</dt><dd class="digits">${bytes(each.columnBytes)}</dd></div>
          <div><dt title="Where scans run">scans</dt><dd>${each.mode ?? '–'}</dd></div>
          <div><dt title="What scans run on">by</dt><dd>${each.runsBy ?? '–'}</dd></div>
          <div><dt title="Of one core">share</dt><dd class="digits">${each.scanShare === undefined ? '–' : (100 * each.scanShare).toFixed(1) + ' %'}</dd></div>
          <div><dt>vector kernels</dt><dd class="digits">${each.vectorKernels ?? '–'}</dd></div>
        </dl>
        <${Spark} label=${'Share of scans in partition ' + each.partition} from=${from} to=${to}
          points=${beats.map(one => [one.time, one.partitions && one.partitions[p] ? one.partitions[p].scanShare ?? 0 : null])}
          marks=${marks.filter(([, kind]) => kind !== 'mode')} /></section>`)}</div>
    ${marks.length > 0 && html`<h2>Lately</h2><ul class="marks">${marks.slice(-8).reverse().map(([, kind, what]) => html`
      <li class=${kind}>${what}</li>`)}</ul>`}
    <p class="faint">Times are of ${ZONE}. The newest event: ${newest(beat)}. Seen ${moment(beat.time)}.</p>`;
}

function newest(beat) {
  const times = (beat.partitions || []).filter(each => each.newestEvent).map(each => Date.parse(each.newestEvent));
  return times.length ? moment(Math.max(...times)) : 'none yet';
}
