/** What one tab tells the others: where they should look again. It carries nothing personal. */
type TabNews = 'session' | 'aliases';

let opened: BroadcastChannel | undefined;

const channel = (): BroadcastChannel => (opened ??= new BroadcastChannel('kauke'));

export const tellOtherTabs = (news: TabNews): void => channel().postMessage(news);

export const hearOtherTabs = (hear: (news: TabNews) => void): void => {
  channel().addEventListener('message', ({ data }: MessageEvent<TabNews>) => hear(data));
};
