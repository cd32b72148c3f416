// Runs before the first paint, so that a dark page never flashes white, and follows what changes while the page is open.
(() => {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const read = () => {
    try {
      dataset.choice = localStorage.getItem('theme') ?? 'light';
    } catch {
      // Storage may be blocked; the default is light.
      dataset.choice = 'light';
    }
  };
  const draw = () => {
    const dark = dataset.choice === 'dark' || (dataset.choice === 'system' && system.matches);
    dataset.theme = dark ? 'dark' : 'light';
  };
  /** What a page that the server drew cannot know: that a note was read here, and that a link says more than its path. */
  const tellFrame = () => {
    if (location.hash.length > 1) dataset.link = '';
    try {
      if (localStorage.getItem('spam-note') === 'read') dataset.spamNote = '';
    } catch {
      // Storage may be blocked; then nothing was read.
    }
  };
  read();
  draw();
  tellFrame();
  system.addEventListener('change', draw);
  addEventListener('storage', ({ key }) => {
    if (key !== 'theme') return;
    read();
    draw();
  });
})();
