// Runs before the first paint so that a chosen theme never flashes the other one.
(function () {
  try {
    var chosen = JSON.parse(localStorage.getItem('outflank.preferences') || '{}').theme;
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage may be withheld; the system's theme then stands.
  }
})();
