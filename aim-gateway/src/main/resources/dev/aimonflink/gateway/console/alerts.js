// Alerts as they come, after the newest that there are.

import { html, useEffect, useState } from './preact.js';
import { json, stream } from './api.js';
import { address, own } from './place.js';
import { moment } from './text.js';

const MOST = 200;

/** Of the event, or else of the record. */
function timeOf(alert) {
  return alert.eventTime ?? Date.parse(alert.time);
}

/** To an entity of which one has read here. */
export function KeyLink({ of }) {
  return html`<a href=${address('lookup', { key: of })} onClick=${() => own('keys', of)}>${of}</a>`;
}

/** filter: rule, key, state; what is empty is not asked for. */
export function Alerts({ filter }) {
  const [alerts, setAlerts] = useState(null);
  const [fault, setFault] = useState(null);
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();

  useEffect(() => {
    let close = () => {};
    let isGone = false;
    let later;
    setAlerts(null);
    setFault(null);
    const begin = () => json('GET', '/v1/alerts?last=50' + (query && '&' + query)).then(found => {
      if (isGone) return;
      // They come with the oldest first.
      setAlerts(found.alerts.map(each => ({ ...each, isOld: true })).reverse());
      close = stream('GET', '/v1/alerts/stream' + (query && '?' + query), {
        after: found.next,
        onEvent({ event, data }) {
          if (event === 'alert') {
            setFault(null);
            setAlerts(old => old.some(each => each.alertId === data.alertId) ? old : [data, ...old].slice(0, MOST));
          }
          if (event === 'missed') setFault({ message: data.reason });
          else if (event === 'error') setFault(data.error);
        },
        onState: setFault,
      });
    }, failure => {
      if (isGone) return;
      setFault(failure);
      if (failure.status !== 403) later = setTimeout(begin, 1000);
    });
    begin();
    return () => {
      isGone = true;
      clearTimeout(later);
      close();
    };
  }, [query]);

  return html`
    ${fault && html`<p class="fault" role="alert">${fault.message}</p>`}
    ${!alerts && !fault && html`<p class="faint" role="status">The newest alerts come in a moment ...</p>`}
    ${alerts && alerts.length === 0 && html`<p class="faint">No alert yet${query ? ' that fits' : ''}. They are shown here as they come.</p>`}
    ${alerts && alerts.length > 0 && html`<ul class="alerts" aria-label="Alerts">${alerts.map(each => html`
      <li key=${each.alertId} class=${(each.state === 'resolved' ? 'resolved' : 'firing') + (each.isOld ? '' : ' added')}>
        <time class="digits" datetime=${new Date(timeOf(each)).toISOString()}>${moment(timeOf(each))}</time>${' '}
        <${KeyLink} of=${each.key} />${' '}
        <b>${each.rule}</b> <span>${each.message || ''}</span> ${each.state === 'resolved' && html`<small>resolved</small>`}
        ${each.suppressed && each.suppressed.count > 0 && html`<small>${each.suppressed.count} more held back</small>`}</li>`)}</ul>`}`;
}
