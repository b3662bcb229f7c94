// @ts-check
/**
 * The demo agent's page: a composer, the messages, a card for each tool call. What the address says
 * (?fixed, ?format=…, ?script=…, ?speed=…) sets the controls, and the controls are what counts.
 */
import { createPlainCard, createRefundCard, element } from './card.js';
import { readReply } from './reply-reader.js';

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`The page has no ${kind.name} #${id}.`);
  return found;
}

const messages = find('messages', HTMLElement);
const question = find('question', HTMLInputElement);
const ask = find('ask', HTMLButtonElement);
const fixed = find('fixed', HTMLInputElement);
const selects = ['format', 'script', 'speed'].map((id) => find(id, HTMLSelectElement));

const query = new URLSearchParams(location.search);
fixed.checked = query.has('fixed');
for (const select of selects) {
  const wanted = query.get(select.id);
  if (wanted === null) continue;
  if (![...select.options].some((option) => option.value === wanted))
    select.add(new Option(wanted, wanted));
  select.value = wanted;
}

/**
 * @param {string} className
 * @param {string} text
 */
function addMessage(className, text) {
  const message = element('p', { className, textContent: text });
  messages.append(message);
  return message;
}

/** @param {string} text */
async function askAgent(text) {
  const settings = new URLSearchParams(selects.map((select) => [select.id, select.value]));
  addMessage('message mine', text);
  const reply = addMessage('message', '');
  /** @type {Map<number, import('./card.js').Card>} */
  const cards = new Map();

  const response = await fetch(`/api/chat?${settings}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: text }),
  });
  const done = await readReply(response, (event) => {
    switch (event.type) {
      case 'text':
        reply.textContent += event.text;
        break;
      case 'call': {
        const card =
          event.name === 'create_refund'
            ? createRefundCard(messages, fixed.checked)
            : createPlainCard(messages, event.name);
        cards.set(event.key, card);
        break;
      }
      case 'fragment':
        cards.get(event.key)?.addFragment(event.text);
        break;
      case 'call-end':
        cards.get(event.key)?.end();
        cards.delete(event.key);
        break;
      case 'end':
        for (const card of cards.values()) card.end();
        cards.clear();
        break;
    }
    messages.scrollTop = messages.scrollHeight;
  });
  if (!done) addMessage('note', 'The connection was lost before the reply was done.');
  return done;
}

find('composer', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  ask.disabled = true;
  document.body.dataset['reply'] = 'open';
  askAgent(question.value)
    .then((done) => (done ? 'done' : 'cut'))
    .catch(() => 'failed')
    .then((state) => {
      document.body.dataset['reply'] = state;
      ask.disabled = false;
    })
    .catch(reportError);
});
