// How a statement was answered, as a picture: what each partition waited, scanned and sent.

import { html, useEffect, useRef } from './preact.js';
import { bytes, duration, grouped } from './text.js';

export function Plan({ plan }) {
  const place = useRef();
  useEffect(() => place.current.scrollIntoView({ behavior: 'smooth' }), []);
  const partitions = plan.partitions || [];
  const ms = nanos => (nanos || 0) / 1e6;
  const most = Math.max(...partitions.map(each => ms(each.queuedNanos) + ms(each.scanNanos ?? each.answeredNanos)), 0.001);
  const width = nanos => ({ width: 100 * ms(nanos) / most + '%' });
  return html`
    <section class="plan" aria-label="Plan" ref=${place}>
      <h2>How it was answered</h2>
      ${plan.plan && html`<${Steps} step=${plan.plan} />`}
      ${partitions.map(each => html`
        <div class="run"><h3>Partition ${each.partition} <small>${grouped(each.rowsRead)} rows${each.mode ? ', by ' + each.mode : ''}${each.bytesRead
          ? ', ' + bytes(each.bytesRead.most ?? each.bytesRead.least) + ' read' : ''}, ${bytes(each.bytesSent)} sent</small></h3>
          <div class="way" role="img" aria-label=${'waited ' + duration(ms(each.queuedNanos)) + ', took ' + duration(ms(each.scanNanos))}>
            <i class="queued" style=${width(each.queuedNanos)} title=${'waited ' + duration(ms(each.queuedNanos))}></i><i class="scan"
              style=${width(each.scanNanos ?? each.answeredNanos)} title=${'took ' + duration(ms(each.scanNanos ?? each.answeredNanos))}></i></div>
          <p class="note">waited ${duration(ms(each.queuedNanos))}, then took ${duration(ms(each.scanNanos ?? each.answeredNanos))}, events
            between its slices included; ${duration(ms(each.cpuNanos))} of a processor</p>
          ${(each.fragments || []).map(fragment => html`
            <table class="steps"><caption>runs by ${fragment.runsBy}, ${duration(ms(fragment.nanos))}</caption><tbody>
              ${(fragment.steps || []).map(step => html`<tr><td>${step.step}</td><td class="number">${duration(ms(step.nanos))}</td>
                <td class="number">${grouped(step.rowsIn)}${step.rowsOut !== step.rowsIn ? ' → ' + grouped(step.rowsOut) : ''} rows</td></tr>`)}
            </tbody></table>`)}
        </div>`)}
    </section>`;
}

function Steps({ step }) {
  const isStep = value => value && typeof value === 'object' && value.step;
  const details = Object.entries(step).filter(([name, value]) => name !== 'step'
    && (typeof value !== 'object' || (Array.isArray(value) && !value.some(isStep))));
  const below = Object.entries(step).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).filter(isStep).map(each => [name, each]));
  return html`<div class="step"><b>${step.step || 'Plan'}</b>
    <dl>${details.map(([name, value]) => html`<div><dt>${name}</dt><dd>${Array.isArray(value)
      ? value.map(each => typeof each === 'object' ? JSON.stringify(each) : String(each)).join(', ') : String(value)}</dd></div>`)}</dl>
    ${below.map(([, value]) => html`<${Steps} step=${value} />`)}</div>`;
}
