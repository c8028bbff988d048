// Runs before the page is drawn, so that a chosen theme does not flash: sets the reader's switches.
(() => {
  const root = document.documentElement;
  for (const name of ["theme", "motion", "speed", "sound", "clock", "suits", "index"]) {
    let value = null;
    try {
      value = localStorage.getItem(`feltworks.${name}`);
    } catch {
      // Storage may be closed to us; then the system's preferences hold.
    }
    if (value) root.dataset[name] = value;
  }
})();
