import type * as en from '#messages/pages/operator/suspended.tsx';

export const suspendedMessages: typeof en.suspendedMessages = {
  title: { sending: 'Das Senden ist ausgesetzt', all: 'Dieses Konto ist ausgesetzt' },
  effect: {
    sending: 'Als Ihre Aliasse wird nichts gesendet. E-Mails an sie kommen weiterhin an.',
    all: 'Keine E-Mail geht hinaus oder kommt herein, und nichts lässt sich ändern. Absender werden sieben Tage lang gebeten, es noch einmal zu versuchen.',
  },
  waiting: 'Ihre wartenden E-Mails werden vier Tage lang aufbewahrt und gehen hinaus, wenn die Aussetzung endet.',
  reason: (since) => <>Der Betreiber hat am {since} diesen Grund genannt:</>,
  noWayBack: (since) => (
    <>Der Betreiber hat es am {since} ausgesetzt, daher können Sie es nicht behalten. Der genannte Grund:</>
  ),
};
