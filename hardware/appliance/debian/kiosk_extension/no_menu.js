// A long touch opens no menu of the browser.
addEventListener('contextmenu', (event) => event.preventDefault(), { capture: true });
