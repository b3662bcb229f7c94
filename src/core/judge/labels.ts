/**
 * What the label of a control says that it does, in the languages that agents mostly speak: it asks for
 * consent, sends a message, or stops what runs. In English a label begins with its verb; in others it may
 * end with it, and Chinese, Japanese and Korean write no spaces. A label that none of this knows proves
 * nothing either way.
 */
import { wordsOf } from './words.ts';

const CONSENT = /^(?:confirm|approve|accept|allow|authori[sz]e|grant|pay|proceed)\b/i;
const CONSENT_WORDS = wordSet(`
  bestätigen genehmigen zustimmen akzeptieren annehmen erlauben zulassen freigeben bezahlen
  confirmer approuver accepter autoriser valider payer
  confirmar aprobar aceptar autorizar permitir pagar aprovar aceitar
  conferma confermare approva approvare accetta accettare autorizza autorizzare consenti paga
  bevestigen goedkeuren accepteren toestaan betalen
  potwierdź zatwierdź akceptuj zezwól zapłać
  подтвердить одобрить принять разрешить оплатить
  onayla
`);
const CONSENT_SIGNS =
  /^(?:确认|確認(?:する)?|確定(?:する)?|확인)$|批准|同意|允许|允許|授权|授權|支付|付款|承認|許可|支払|승인|허용|동의|결제/u;

const SEND = /^(?:send|ask|submit)(?: (?:a |the |your )?(?:message|question|prompt|reply))?$/i;
const SEND_WORDS = wordSet(`
  senden absenden abschicken fragen envoyer demander enviar preguntar invia inviare chiedi
  verzenden versturen verstuur wyślij отправить gönder
`);
const SEND_SIGNS = /^(?:发送|發送|送信(?:する)?|보내기|전송)$/u;

const VERB = '(?:stop|cancel|abort|interrupt|halt|pause)';
/** What such a verb is about when it is about the stream: “Cancel order” is a tool's business. */
const OBJECT =
  '(?:it|the|this|current|generat\\w*|respon\\w*|stream\\w*|repl(?:y|ies)|answer\\w*|runs?|running|agent|assistant|chat|message|output|request|thinking|typing|tool|calls?|button|btn|esc|escape)';
const STOP = new RegExp(`^${VERB}(?: ${OBJECT})*$|^(?:${OBJECT} )+${VERB}$`, 'i');
const STOP_WORDS = wordSet(`
  stopp stoppen abbrechen anhalten arrêter annuler interrompre detener cancelar parar interrumpir
  interromper ferma fermare interrompi annulla annuleren zatrzymaj anuluj остановить отмена durdur iptal
`);
const STOP_SIGNS =
  /^(?:生成|回答|応答|回复|回覆|响应|응답|생성)?(?:を|\s)*(?:停止|取消|中止|キャンセル|중지|취소)(?:する|生成|回答|回复|回覆|响应|하기)?$/u;
/** The icon alone; some are followed by a sign that asks for colour. */
const STOP_ICON = /^\s*(?:[\u{25A0}\u{25FC}\u{25FE}\u{23F9}\u{1F6D1}]\u{FE0F}?\s*)+$/u;

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** @returns the words of a label in lower case, in the form of composed characters */
function wordsIn(label: string): readonly string[] {
  return wordsOf(label.normalize('NFC')).map((word) => word.toLowerCase());
}

function isOneOf(label: string, words: ReadonlySet<string>): boolean {
  const [word, ...others] = wordsIn(label);
  return word !== undefined && others.length === 0 && words.has(word);
}

/** @returns whether a label asks for consent: “Confirm”, “Rückerstattung bestätigen” */
export function asksForConsent(label: string): boolean {
  if (CONSENT.test(label) || CONSENT_SIGNS.test(label.trim())) return true;
  const words = wordsIn(label);
  return [words.at(0), words.at(-1)].some((word) => word !== undefined && CONSENT_WORDS.has(word));
}

/** @returns whether a label is that of the button beside the field for the next message */
export function sendsMessage(label: string): boolean {
  return SEND.test(label) || SEND_SIGNS.test(label.trim()) || isOneOf(label, SEND_WORDS);
}

/** @returns whether a label says that the control ends what is running */
export function stopsWhatRuns(label: string): boolean {
  if (label.trim() === '') return false;
  if (STOP_ICON.test(label) || STOP_SIGNS.test(label.trim())) return true;
  return STOP.test(wordsOf(label).join(' ')) || isOneOf(label, STOP_WORDS);
}
