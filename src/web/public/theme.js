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
  read();
  draw();
  system.addEventListener('change', draw);
  addEventListener('storage', ({ key }) => {
    if (key !== 'theme') return;
    read();
    draw();
  });
})();
