// How the job is, from second to second: at the top of the page, and with its last two minutes as a view.

import { html, useEffect, useState } from './preact.js';
import { stream } from './api.js';
import { Spark } from './chart.js';
import { bytes, clock, counted, duration, moment, whole, ZONE } from './text.js';

const KEPT_MS = 120000;
const LATE_MS = 4000;
const MODES = { s1: 'between events', s2: 'on a thread beside', 's3-is': 'beside, copying', 's3-ni': 'on both threads' };

/** While nobody looks, the gateway does so every 10 s. */
const GAP_MS = 20000;

// One stream for the whole page, from the first look on. Behind: what is known is from before the stream was opened.
const store = { beats: [], refusal: null, isBehind: true, arrived: 0, close: null, listeners: new Set() };

function changed() {
  store.listeners.forEach(each => each());
}

function open() {
  if (store.close) return;
  store.close = stream('GET', '/v1/pulse/stream', {
    onEvent({ event, data }) {
      if (event === 'beat') {
        const last = store.beats[store.beats.length - 1];
        if (last && last.start === data.start && data.number <= last.number) return;
        // Another gateway's clock may be another.
        store.beats = [...store.beats, data].filter(each => Math.abs(data.time - each.time) < KEPT_MS && each.time <= data.time);
        store.arrived = Date.now();
        store.isBehind = false;
        changed();
      }
    },
    onState(refusal) {
      store.refusal = refusal;
      store.isBehind = true;
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
function trouble({ beats, refusal, arrived, isBehind }) {
  const beat = beats[beats.length - 1];
  if (refusal) return ['away', refusal.status === 0 ? 'gateway away' : 'no pulse'];
  if (!beat || isBehind) return ['waits', 'waiting'];
  if (!beat.ready) return ['away', 'job away'];
  return Date.now() - arrived > LATE_MS ? ['away', 'no news for ' + duration(Date.now() - arrived)] : null;
}

/** Whether the job answered a moment ago. */
export function isJobThere() {
  return trouble(store) === null;
}

/** What is wrong, as a sentence, if anything is. */
export function Trouble() {
  const pulse = usePulse();
  const wrong = trouble(pulse);
  return wrong && wrong[0] === 'away' ? html`<p class="banner" role="status">${why(pulse, wrong)} What is asked goes on by itself.</p>` : null;
}

/** One line at the top. */
export function Live() {
  const pulse = usePulse();
  const beat = pulse.beats[pulse.beats.length - 1];
  const wrong = trouble(pulse);
  return html`<a class=${'live ' + (wrong ? wrong[0] : 'good')} href="#/pulse" title=${wrong ? why(pulse, wrong) : 'Events a second, and how long an event takes into an answer'}>
    <i></i> ${wrong ? wrong[1] : html`<span class="digits">${known(beat.perSecond.events)}</span> events/s
      <span class="digits fresh">${freshness(freshMs(beat))}</span>`}</a>`;
}

function why({ beats, refusal }, wrong) {
  const beat = beats[beats.length - 1];
  return refusal ? refusal.message : beat && beat.fault && !beat.ready ? beat.fault : { 'job away': 'The job does not answer.' }[wrong[1]] || 'There is ' + wrong[1] + ' of the job.';
}

/** Restarts, stalls, changes of where scans run: [time, kind, what]. */
function marksOf(beats) {
  const marks = [];
  const modes = {};
  let run;
  let wasReady;
  beats.forEach((beat, i) => {
    if (beat.run && run && beat.run !== run) marks.push([beat.time, 'restart', 'The job restarted, ' + clock(beat.time)]);
    else if (beat.ready && wasReady === false) marks.push([beat.time, 'back', 'The job answers again, ' + clock(beat.time)]);
    if (!beat.ready && wasReady) marks.push([beat.time, 'stall', 'The job does not answer, ' + clock(beat.time)]);
    run = beat.run || run;
    wasReady = beat.ready || (wasReady === undefined ? undefined : false);
    (beat.partitions || []).forEach(({ partition, mode }) => {
      if (mode && modes[partition] && modes[partition] !== mode) {
        marks.push([beat.time, 'mode', `Partition ${partition} scans by ${mode}, after ${modes[partition]}, ${clock(beat.time)}`, partition]);
      }
      modes[partition] = mode || modes[partition];
    });
    if (i > 0 && beat.time - beats[i - 1].time > GAP_MS) marks.push([beat.time, 'stall', 'Nothing was seen for ' + duration(beat.time - beats[i - 1].time)]);
  });
  return marks;
}

/** Infinite if it was given up. */
function freshMs(beat) {
  return beat.freshMs ?? (beat.slowerThanMs === undefined && beat.ready ? undefined : Infinity);
}

function freshness(ms) {
  return ms === Infinity ? 'over 2 s' : duration(ms);
}

function known(number) {
  return number === undefined ? '–' : whole(number);
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
  // A gateway that has just started has not asked before.
  const fresh = beats.slice(Math.max(0, beats.findIndex(each => each.ready))).map(freshMs);
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
      ${gauge('Events a second', known(beat.perSecond.events), each => each.perSecond.events, known(beat.written) + ' in the topic')}
      ${gauge('Questions a second', known(beat.perSecond.queries), each => each.perSecond.queries,
        beat.runningQueries + ' running through this gateway')}
      ${gauge('Alerts a second', known(beat.perSecond.alerts), each => each.perSecond.alerts, html`<a href="#/rules">Rules</a>`)}
      ${gauge('From event to answer', freshness(freshMs(beat)), each => each.freshMs,
        html`p50 ${freshness(quantile(fresh, 0.5))}, p99 ${freshness(quantile(fresh, 0.99))}`)}
      ${gauge('Behind', known(beat.lag), each => each.lag, 'events that the answers do not have yet')}
      <section class="gauge"><h2>Flink</h2>
        ${flink ? html`
          <p class="big">${flink.state.toLowerCase()}</p>
          <p class="note">${flink.restarts ?? '–'} restarts${flink.failedCheckpoints ? ', ' + flink.failedCheckpoints + ' checkpoints failed' : ''}</p>
          <p>${checkpoint ? html`Checkpoint ${duration(to - Date.parse(checkpoint.time))} ago: ${bytes(checkpoint.bytes)} in${' '}
            ${duration(checkpoint.milliseconds)}<${Spark} label="Time of checkpoints" from=${from} to=${to} marks=${marks}
              points=${beats.map(each => [each.time, each.flink && each.flink.checkpoint ? each.flink.checkpoint.milliseconds : null])} />` : 'No checkpoint yet, or none is wanted'}</p>`
          : html`<p class="note">Restarts and checkpoints are shown if the gateway knows Flink: <code>--flink URL</code>.</p>`}
      </section>
    </div>
    <h2>${beat.partitions ? whole(beat.rows) + ' rows in ' + counted(beat.partitions.length, 'partition') : 'The job has said nothing of its rows'}</h2>
    <div class="partitions">${(beat.partitions || []).map((each, p) => html`
      <section class="partition" key=${each.partition}><h3>Partition ${each.partition}</h3>
        <dl>
          <div><dt>rows</dt><dd class="digits">${whole(each.rows)}</dd></div>
          <div><dt>columns</dt><dd class="digits">${bytes(each.columnBytes)}</dd></div>
          <div><dt title="Where scans run">scans</dt><dd title=${'The mode ' + each.mode}>${MODES[each.mode] ?? each.mode ?? '–'}</dd></div>
          <div><dt title="What scans run on">run on</dt><dd>${each.runsBy ?? '–'}</dd></div>
          <div><dt title="Of one core">share</dt><dd class="digits">${each.scanShare === undefined ? '–' : (100 * each.scanShare).toFixed(1) + ' %'}</dd></div>
          <div><dt>vector kernels</dt><dd class="digits">${each.vectorKernels ?? '–'}</dd></div>
        </dl>
        <${Spark} label=${'Share of scans in partition ' + each.partition} from=${from} to=${to}
          points=${beats.map(one => [one.time, one.partitions && one.partitions[p] ? one.partitions[p].scanShare : null])}
          marks=${marks.filter(([, kind, , partition]) => kind !== 'mode' || partition === each.partition)} />
        <${Spark} label=${'Rows in partition ' + each.partition} from=${from} to=${to}
          points=${beats.map(one => [one.time, one.partitions && one.partitions[p] ? one.partitions[p].rows : null])} /></section>`)}</div>
    ${marks.length > 0 && html`<h2>Lately</h2><ul class="marks">${marks.slice(-8).reverse().map(([, kind, what]) => html`
      <li class=${kind}>${what}</li>`)}</ul>`}
    <p class="faint">Times are of ${ZONE}. The newest event: ${newest(beat)}. Seen ${moment(beat.time)}.</p>`;
}

function newest(beat) {
  const times = (beat.partitions || []).filter(each => each.newestEvent).map(each => Date.parse(each.newestEvent));
  return times.length ? moment(Math.max(...times)) : 'none yet';
}
