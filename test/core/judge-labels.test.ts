/** What labels say, in several languages. */
import { describe, expect, test } from 'vitest';
import { asksForConsent, sendsMessage, stopsWhatRuns } from '../../src/core/judge/labels.ts';
import { refund } from '../support/story.ts';

describe('the label of a control', () => {
  test.each([
    'Confirm',
    'Approve this',
    'Bestätigen',
    'Rückerstattung bestätigen',
    'Besta\u0308tigen',
    'Confirmer le remboursement',
    'CONFIRMAR',
    'Conferma rimborso',
    'Подтвердить',
    '确认',
    '確認する',
    '返金を承認',
    '환불 승인',
  ])('%s asks for consent', (label) => {
    expect(asksForConsent(label)).toBe(true);
  });

  test.each(['Details', 'How to pay', 'Details anzeigen', '詳細を確認', '取消', 'Bestätigung', ''])(
    '%s asks for none',
    (label) => {
      expect(asksForConsent(label)).toBe(false);
    },
  );

  test.each(['Send', 'Ask a question', 'Senden', 'Envoyer', '发送', '送信'])(
    '%s sends the next message',
    (label) => {
      expect(sendsMessage(label)).toBe(true);
    },
  );

  test.each(['Send refund', 'Geld senden', 'Bestellung absenden', '返金を送信', ''])(
    '%s sends something else',
    (label) => {
      expect(sendsMessage(label)).toBe(false);
    },
  );

  test.each(['Stop', 'Abbrechen', 'Arrêter', '停止', '停止生成', '生成を停止', '응답 중지', '⏹'])(
    '%s stops what runs',
    (label) => {
      expect(stopsWhatRuns(label)).toBe(true);
    },
  );

  test.each(['Cancel order', 'Bestellung abbrechen', '注文をキャンセル', '取消订单', ''])(
    '%s is another business',
    (label) => {
      expect(stopsWhatRuns(label)).toBe(false);
    },
  );
});

test('a control that a fragment put there is likely early in any of these languages', () => {
  for (const name of ['Rückerstattung bestätigen', '确认', '返金を承認する']) {
    const control = { role: 'button', name, selector: '#confirm' };
    expect(refund().light(control, { how: 'inserted' }).flags).toMatchObject([
      { code: 'control-early', confidence: 'likely' },
    ]);
  }
});
