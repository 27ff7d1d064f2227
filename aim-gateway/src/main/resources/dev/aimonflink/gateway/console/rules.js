// Rules: which there are and how they fire; writing one, from a guess over its effects to a live rule.

import { html, useEffect, useRef, useState } from './preact.js';
import { json, rows as rowsOf, text } from './api.js';
import { useSchema } from './ask.js';
import { Alerts, KeyLink } from './alerts.js';
import { Editor } from './editor.js';
import { useLook } from './look.js';
import { note, remember, remembered } from './place.js';
import { duration, grouped, moment } from './text.js';

const LOOK_MS = 2000;
const MOST_LOOKED_AT = 200;
const IS_SHADOW = /^ +shadow: *true *$/m;

/** One rule, a line for each key: then the page can make it a shadow, or real. */
function isPlain(yaml) {
  return (yaml.match(/\bid *:/g) || []).length === 1 && /^- id:/.test(yaml);
}

/** Rules with how often each fires a minute. */
function useRules() {
  const before = useRef({ time: 0, rules: {} });
  return useLook(async () => {
    const rules = await rowsOf('SELECT * FROM aim.rules ORDER BY id');
    const now = performance.now();
    const minutes = (now - before.current.time) / 60000;
    rules.forEach(each => {
      const old = before.current.rules[each.id];
      each.rate = old && old.version === each.version && minutes < 1 ? Math.max(0, each.fired - old.fired) / minutes : null;
    });
    before.current = { time: now, rules: Object.fromEntries(rules.map(each => [each.id, each])) };
    return rules;
  }, LOOK_MS);
}

function example(schema) {
  const table = schema && schema.tables[0];
  const column = table && table.columns.find(each => each.kept !== false && /^number_of|^count/.test(each.name)) || table && table.columns[1];
  return `- id: my-rule\n  when: ${column ? column.name : 'a_column'} > 100\n  every: 1d\n  message: "{key} is above 100."\n  shadow: true\n`;
}

/** Which rules are shadows; each version is looked at once. */
function useShadows(rules) {
  const [shadows, setShadows] = useState({});
  const unknown = (rules || []).slice(0, MOST_LOOKED_AT).find(each => shadows[each.id + each.version] === undefined);
  useEffect(() => {
    if (!unknown) return;
    const put = isShadow => setShadows(old => ({ ...old, [unknown.id + unknown.version]: isShadow }));
    json('GET', '/v1/rules/' + encodeURIComponent(unknown.id)).then(({ shadow }) => put(shadow), () => put(null));
  }, [unknown && unknown.id + unknown.version]);
  return rule => shadows[rule.id + rule.version];
}

export function Rules({ session, params }) {
  const schema = useSchema();
  const { found: rules, fault } = useRules();
  const isShadow = useShadows(session.allColumns ? rules : null);
  const [yaml, setYaml] = useState(remembered('rule', ''));
  const [filter, setFilter] = useState({ rule: params.get('rule') || '', key: params.get('key') || '', state: params.get('state') || '' });
  const mayWrite = session.may.includes('rules');
  const [toDelete, setToDelete] = useState('');
  const [refusal, setRefusal] = useState(null);
  const [before, setBefore] = useState('');
  useEffect(() => remember('rule', yaml), [yaml]);
  useEffect(() => note('rules', filter), [filter]);

  if (!session.allColumns) {
    return html`<h1>Rules</h1><p class="banner">Columns are hidden from you, and rules and alerts may show them.</p>`;
  }

  async function remove(id) {
    setToDelete('');
    setRefusal(null);
    try {
      await json('DELETE', '/v1/rules/' + encodeURIComponent(id));
    } catch (failure) {
      setRefusal(failure);
    }
  }

  async function edit(id) {
    setRefusal(null);
    try {
      const { yaml: found } = await json('GET', '/v1/rules/' + encodeURIComponent(id));
      setBefore(yaml.trim() && yaml !== found ? yaml : '');
      setYaml(found);
      document.getElementById('write').scrollIntoView({ behavior: 'smooth' });
    } catch (failure) {
      setRefusal(failure);
    }
  }

  return html`
    <h1 class="hidden">Rules</h1>
    ${(fault || refusal) && html`<p class="fault" role="alert">${(fault || refusal).message}</p>`}
    ${rules && rules.length === 0 && html`<p class="faint">There are no rules yet.${mayWrite && ' Write one below.'}</p>`}
    ${rules && rules.length > 0 && html`
      <div class="rows" tabindex="0" role="region" aria-label="Rules"><table><thead><tr><th scope="col">rule</th><th scope="col" class="number">version</th>
        <th scope="col" class="number">fired</th><th scope="col" class="number">a minute</th><th scope="col" class="number">held back</th>
        <th scope="col" class="number">failed</th><th scope="col" class="number">processor</th><th scope="col">state</th><th></th></tr></thead>
      <tbody>${rules.map(each => html`<tr key=${each.id}><th scope="row"><button class="link" onClick=${() => edit(each.id)}>${each.id}</button></th>
        <td class="number">${each.version}</td><td class="number">${grouped(each.fired ?? '–')}</td>
        <td class="number">${each.rate === null ? '–' : each.rate.toFixed(1)}</td><td class="number">${grouped(each.suppressed ?? '–')}</td>
        <td class="number">${grouped(each.failed ?? '–')}</td><td class="number">${duration(1000 * Number(each.cpu_seconds))}</td>
        <td class=${each.fault ? 'bad' : ''}>${each.fault || { true: 'shadow, only counted', false: 'on' }[isShadow(each)] || '…'}</td>
        <td><button class="link" onClick=${() => setFilter({ rule: each.id, key: '', state: '' })}>its alerts</button>${' '}
          ${mayWrite && (toDelete === each.id
            ? html`<button class="on" onClick=${() => remove(each.id)}>Delete it</button> <button onClick=${() => setToDelete('')}>Keep it</button>`
            : html`<button class="link" onClick=${() => setToDelete(each.id)}>delete</button>`)}</td></tr>`)}</tbody></table></div>`}
    <div class="halves">
      <section id="write"><h2>Write a rule</h2>
        ${before && html`<p><button class="link" onClick=${() => {
          setYaml(before);
          setBefore('');
        }}>Back to what you had written</button></p>`}
        <${Writing} yaml=${yaml} setYaml=${setYaml} schema=${schema} mayWrite=${mayWrite} /></section>
      <section><h2>Alerts</h2>
        <div class="tools">
          <label>rule <input value=${filter.rule} onChange=${e => setFilter({ ...filter, rule: e.target.value.trim() })} /></label>
          <label>key <input value=${filter.key} onChange=${e => setFilter({ ...filter, key: e.target.value.trim() })} /></label>
          <label class="choice">state <select value=${filter.state} onChange=${e => setFilter({ ...filter, state: e.target.value })}>
            <option value="">any</option><option value="firing">firing</option><option value="resolved">resolved</option></select></label>
        </div>
        <${Alerts} filter=${filter} /></section>
    </div>`;
}

function Writing({ yaml, setYaml, schema, mayWrite }) {
  const [result, setResult] = useState(null);
  const [isBusy, setIsBusy] = useState('');
  const [from, setFrom] = useState('10m');
  const [sample, setSample] = useState('100%');
  useEffect(() => setResult(null), [yaml]);

  async function doing(what, work) {
    setIsBusy(what);
    setResult(null);
    try {
      setResult(await work());
    } catch (fault) {
      setResult({ fault });
    } finally {
      setIsBusy('');
    }
  }

  const post = async path => JSON.parse(await text('POST', '/v1/rules/' + path, { body: yaml, type: 'application/yaml' }));
  const put = dryRun => json('PUT', '/v1/rules?dryRun=' + dryRun, { body: yaml, type: 'application/yaml' });
  const isShadow = IS_SHADOW.test(yaml);
  return html`
    <${Editor} value=${yaml} onChange=${setYaml} onSubmit=${() => doing('preview', async () => ({ preview: await post('preview') }))} schema=${schema}
      label="A rule in YAML" rowsShown=${9} />
    ${!yaml.trim() && html`<p><button class="link" onClick=${() => setYaml(example(schema))}>Begin with an example</button></p>`}
    <div class="tools">
      <button onClick=${() => doing('preview', async () => ({ preview: await post('preview') }))} disabled=${!yaml.trim()}
        title="For whom it is true now">Who matches now?</button>
      <button onClick=${() => doing('back-test', async () => ({ backTest: await post('backtest?entities=50000&sample=' + encodeURIComponent(sample) + '&from=' + encodeURIComponent(from)) }))}
        disabled=${!yaml.trim()}>Back-test</button>
      <label class="choice">of the last <select value=${from} onChange=${e => setFrom(e.target.value)}>
        ${['10m', '1h', '1d', '7d'].map(each => html`<option value=${each}>${each}</option>`)}</select></label>
      <label class="choice">for <select value=${sample} onChange=${e => setSample(e.target.value)}>
        <option value="100%">all</option><option value="10%">a tenth</option><option value="1%">a hundredth</option></select></label>
      ${mayWrite && html`<button class="primary" onClick=${() => doing('changes', async () => ({ changes: await put(true), isAsked: true }))}
        disabled=${!yaml.trim()}>${!isPlain(yaml) ? 'Put' : isShadow ? 'Put as shadow' : 'Switch on'}</button>`}
      ${mayWrite && isPlain(yaml) && html`<button onClick=${() => setYaml(isShadow ? yaml.replace(IS_SHADOW, '').replace(/\n\n/g, '\n')
        : yaml.replace(/\s*$/, '\n  shadow: true\n'))} title=${isShadow ? 'It then fires alerts' : 'Its effects are then only counted'}>
        ${isShadow ? 'Make it real' : 'Make it a shadow'}</button>`}
      <span role="status" class="faint">${isBusy && isBusy + ' ...'}</span>
    </div>
    ${result && html`<div class="result" role="status">
      ${result.fault && html`<p class="fault" role="alert">${result.fault.message}</p>`}
      ${result.preview && html`<${Preview} preview=${result.preview} />`}
      ${result.backTest && html`<${BackTest} test=${result.backTest} />`}
      ${result.changes && html`<${Changes} changes=${result.changes} isAsked=${result.isAsked}
        onYes=${() => doing('writes', async () => ({ changes: await put(false) }))} onNo=${() => setResult(null)} />`}</div>`}`;
}

function Preview({ preview }) {
  return html`${preview.rules.map(each => html`<p><b>${each.rule}</b> is true now for <b class="digits">${grouped(each.entities)}</b>
      ${each.entities === 1 ? ' entity' : ' entities'}.</p>
    <ul class="examples">${each.examples.map(({ key, message }) => html`
      <li><${KeyLink} of=${key} /> <small>${message}</small></li>`)}</ul>`)}
    ${preview.leftOut.map(each => html`<p class="faint">${each} “Back-test” replays events.</p>`)}`;
}

function BackTest({ test }) {
  return html`<p class="faint">${moment(Date.parse(test.from))} to ${moment(Date.parse(test.to))}, ${grouped(test.events.applied)} events.</p>
    ${test.rules.map(each => html`<p><b>${each.rule}</b> would have fired <b class="digits">${grouped(each.firings)}</b> times${' '}
      for <b class="digits">${grouped(each.entities)}</b> ${each.entities === 1 ? 'entity' : 'entities'}. ${grouped(each.suppressed)} events were held back.</p>
      ${each.mostFor.length > 0 && html`<ul class="examples">${each.mostFor.slice(0, 5).map(one => html`
        <li><${KeyLink} of=${one.key} /> <small>${grouped(one.firings)} times</small></li>`)}</ul>`}`)}
    ${test.notes.map(each => html`<p class="faint">${each}</p>`)}`;
}

function Changes({ changes, isAsked, onYes, onNo }) {
  const isNothing = changes.changes.every(each => each.change === 'unchanged' || each.change === 'none');
  return html`${changes.changes.map(each => html`<p><b>${each.rule}</b>: ${each.change}${{ true: ', as a shadow: its effects are only counted', false: ', for real' }[each.shadow] ?? ''}${each.version === undefined ? '' : ', version ' + each.version}${each.judgesFrom
      ? ', judges from ' + moment(Date.parse(each.judgesFrom)) + ' on' : ''}</p>
      ${each.differences.length > 0 && html`<pre class="differences">${each.differences.join('\n')}</pre>`}`)}
    ${changes.warning && html`<p class="fault">${changes.warning}</p>`}
    ${isAsked && !isNothing && html`<p><button class="primary" onClick=${onYes}>Yes, write it</button> <button onClick=${onNo}>No</button></p>`}`;
}
