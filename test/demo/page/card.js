// @ts-check
/**
 * The card of one tool call. With the bug, Confirm opens as soon as there is a preview and sends
 * what the preview holds. Fixed, it opens at the call's terminal event and sends the arguments
 * that were final then.
 */
import { parseBestEffort } from './best-effort-json.js';
import { fields } from './reply-reader.js';

/**
 * @typedef {{ readonly orderId: string, readonly amountCents: number, readonly reason: string }} Refund
 * @typedef {{ addFragment(text: string): void, end(): void }} Card
 */

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/**
 * @param {unknown} value
 * @returns {Refund | null} null where a field that a refund needs is not there
 */
function readRefund(value) {
  const { orderId, amountCents, reason } = fields(value);
  if (typeof orderId !== 'string' || typeof amountCents !== 'number') return null;
  return { orderId, amountCents, reason: typeof reason === 'string' ? reason : '' };
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {readonly HTMLElement[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties = {}, children = []) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

/**
 * Draws the card of a refund.
 * @param {HTMLElement} parent where to
 * @param {boolean} fixed without the bug
 * @returns {Card} what the reply has to say to it
 */
export function createRefundCard(parent, fixed) {
  const order = element('dd');
  const amount = element('dd', { className: 'amount' });
  const reason = element('dd');
  const confirm = element('button', { id: 'confirm', type: 'button', disabled: true });
  const outcome = element('p', { className: 'outcome' });
  confirm.textContent = 'Confirm refund';
  confirm.dataset['testid'] = 'confirm';
  outcome.setAttribute('role', 'status');

  const terms = element('dl', {}, [
    element('dt', { textContent: 'Order' }),
    order,
    element('dt', { textContent: 'Amount' }),
    amount,
    element('dt', { textContent: 'Reason' }),
    reason,
  ]);
  const title = element('h2', { textContent: 'Refund' }, [
    element('code', { textContent: 'create_refund' }),
  ]);
  parent.append(element('section', { className: 'card' }, [title, terms, confirm, outcome]));

  let text = '';
  let sent = false;
  /** @type {Refund | null} */
  let preview = null;

  /** @param {boolean} ready */
  function draw(ready) {
    order.textContent = preview?.orderId ?? '';
    amount.textContent = preview === null ? '' : dollars.format(preview.amountCents / 100);
    reason.textContent = preview?.reason ?? '';
    confirm.disabled = sent || !ready;
  }

  async function send() {
    if (preview === null) return;
    const { orderId, amountCents } = preview;
    sent = true;
    confirm.disabled = true;
    const response = await fetch('/api/refunds', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orderId, amountCents }),
    });
    outcome.textContent = response.ok
      ? `Refunded ${dollars.format(amountCents / 100)}.`
      : 'The refund was refused.';
  }

  confirm.addEventListener('click', () => void send());

  return {
    addFragment(fragment) {
      text += fragment;
      preview = readRefund(parseBestEffort(text));
      draw(!fixed && preview !== null);
    },
    end() {
      preview = readRefund(JSON.parse(text));
      draw(preview !== null);
    },
  };
}

/**
 * Draws the card of a tool that needs no consent: its arguments as they come.
 * @param {HTMLElement} parent where to
 * @param {string} name the tool's name
 * @returns {Card} what the reply has to say to it
 */
export function createPlainCard(parent, name) {
  const shown = element('code');
  const title = element('h2', { textContent: 'Tool call' }, [
    element('code', { textContent: name }),
  ]);
  parent.append(element('section', { className: 'card' }, [title, shown]));
  return {
    addFragment(fragment) {
      shown.textContent += fragment;
    },
    end() {
      title.firstChild?.replaceWith('Tool call, ready');
    },
  };
}
