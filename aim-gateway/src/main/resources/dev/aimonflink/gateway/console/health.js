// What is wrong, if anything, and how to fix it.

import { html } from './preact.js';
import { APPLICATION, json, rows as rowsOf } from './api.js';
import { useLook } from './look.js';
import { usePulse } from './pulse.js';
import { duration, grouped, moment, whole } from './text.js';

function Part({ title, state, children }) {
  return html`<section><h2>${title}</h2>
    ${state.fault && html`<p class="fault" role="alert">${state.fault.message}</p>`}
    ${!state.found && !state.fault && html`<p class="faint" role="status">Looking ...</p>`}
    ${state.found && children(state.found)}</section>`;
}

export function Health({ session }) {
  const mayOperate = session.may.includes('operate') && session.allColumns;
  return html`<h1 class="hidden">Health</h1>
    ${mayOperate ? html`<${Doctor} /><${DeadLetters} />` : html`<p class="banner">What the doctor says, dead letters and topics are for who may
      operate the job: <code>aim gateway user add NAME --may operate</code>.</p>`}
    <${Statements} />
    ${mayOperate && html`<${Topics} />`}`;
}

const ORDER = { fail: 0, warn: 1 };

function Doctor() {
  const state = useLook(() => json('GET', '/v1/doctor'), 15000);
  return html`<${Part} title="What the doctor says" state=${state}>${({ findings, healthy }) => html`
    <p class=${healthy ? 'good' : 'bad'}>${healthy ? 'Nothing is broken.' : 'Something is broken.'}</p>
    <table class="findings"><tbody>${[...findings].sort((one, other) => rank(one) - rank(other)).map(each => html`
      <tr class=${each.verdict.toLowerCase()}><th scope="row">${each.check}</th><td><b>${each.verdict}</b></td>
        <td>${each.detail}${each.fix && html`<br /><small>${each.fix}</small>`}</td></tr>`)}</tbody></table>`}<//>`;
}

function rank(finding) {
  return ORDER[finding.verdict.toLowerCase().slice(0, 4)] ?? 2;
}

function DeadLetters() {
  const state = useLook(() => json('GET', '/v1/dead-letters?last=200'), 10000);
  return html`<${Part} title="Dead letters" state=${state}>${({ deadLetters }) => {
    if (!deadLetters.length) return html`<p class="faint">None. Records that the job refuses come here, with the reason.</p>`;
    const byReason = new Map();
    deadLetters.forEach(each => byReason.set(each.class, [...(byReason.get(each.class) || []), each]));
    return html`<p class="faint">Of the newest ${deadLetters.length}:</p>${[...byReason].map(([reason, letters]) => html`
      <details><summary><b>${reason}</b>, ${letters.length}</summary>${letters.slice(-3).reverse().map(each => html`
        <p>${each.reason} <small>${each.topic}, partition ${each.partition}, offset ${each.offset}, ${moment(Date.parse(each.time))}</small></p>
        <pre>${each.value}</pre>`)}</details>`)}`;
  }}<//>`;
}

function Statements() {
  const state = useLook(() => rowsOf(`SELECT * FROM aim.queries WHERE (state = 'running' OR is_slow OR state = 'failed')
    AND NOT (application_name = '${APPLICATION}' AND query LIKE '%aim.queries%') ORDER BY id DESC LIMIT 30`), 3000);
  return html`<${Part} title="Statements that run, were slow or failed" state=${state}>${found => found.length === 0
    ? html`<p class="faint">None of the last 200.</p>` : html`
    <div class="rows" tabindex="0" role="region" aria-label="Statements"><table><thead><tr><th scope="col">who</th><th scope="col">state</th>
      <th scope="col" class="number">took</th><th scope="col" class="number">rows</th><th scope="col">statement</th><th></th></tr></thead>
      <tbody>${found.map(each => html`<tr key=${each.id}><td>${each.user_name}<br /><small>${each.application_name}</small></td>
        <td class=${each.state === 'failed' ? 'bad' : ''}>${each.state} ${each.sqlstate}</td><td class="number">${duration(Number(each.milliseconds))}</td>
        <td class="number">${grouped(each.rows)}</td><td><code>${each.query}</code></td>
        <td>${each.state === 'running' && html`<button onClick=${() => json('DELETE', '/v1/queries/' + each.id).catch(() => null)}>End</button>`}</td>
        </tr>`)}</tbody></table></div>`}<//>`;
}

function Topics() {
  const state = useLook(() => json('GET', '/v1/topics'), 30000);
  const { beats } = usePulse();
  const beat = beats[beats.length - 1];
  return html`<${Part} title="Topics" state=${state}>${({ topics }) => html`
    ${beat && beat.lag !== undefined && html`<p>${whole(beat.lag)} events are written and not yet in the answers${beat.lag > 0
      ? ': ' + Object.entries(beat.lags).filter(([, lag]) => lag > 0).map(([partition, lag]) => `${whole(lag)} of partition ${partition}`).join(', ') : ''}.</p>`}
    ${beat && beat.flink && beat.flink.late && html`<p>Too late for a window, since the job started: ${Object.entries(beat.flink.late)
      .map(([window, count]) => `${whole(count)} for the ${window.toLowerCase()}`).join(', ')}.</p>`}
    <div class="rows" tabindex="0" role="region" aria-label="Topics"><table><thead><tr><th scope="col">topic</th><th scope="col">name</th><th scope="col" class="number">partitions</th><th scope="col">differences</th></tr></thead>
      <tbody>${topics.map(each => html`<tr><th scope="row">${each.topic}</th><td>${each.name}</td>
        <td class="number">${each.exists ? each.partitions : ''}</td>
        <td class=${each.exists && !each.differences.length ? '' : 'bad'}>${each.exists ? each.differences.join('; ') || 'none' : 'is not there'}</td>
      </tr>`)}</tbody></table></div>`}<//>`;
}
