/** A message on the broadcast channel of our tabs: where the others should look again. It carries nothing personal. */
type TabNews = 'session' | 'aliases';

let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  return (opened ??= new BroadcastChannel('kauke'));
}

export function tellOtherTabs(news: TabNews): void {
  channel().postMessage(news);
}

export function hearOtherTabs(hear: (news: TabNews) => void): void {
  channel().addEventListener('message', ({ data }: MessageEvent<TabNews>) => hear(data));
}
