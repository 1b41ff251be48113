// What unfolds over the table goes again by a tap beside it, and by Escape: the sheet of all moves, and a drawer that holds
// nothing typed.

const SHEET = '#all-moves[open]';
const DRAWER = ':is(.panel-menu,.panel-history,.panel-where,.panel-kept,.panel-lots)';

document.addEventListener('click', ({ target }) => {
  const sheet = document.querySelector(SHEET);
  const over = sheet || document.querySelector(DRAWER);
  // Above the page are lines, such as the voice's.
  if (!over || over.contains(target) || target.closest('.fronton') || !target.closest('#page')) return;
  if (sheet) sheet.open = false;
  else document.getElementById('close').click();
});

document.addEventListener('keydown', (event) => {
  const sheet = event.key === 'Escape' && document.querySelector(SHEET);
  if (!sheet) return;
  sheet.open = false;
  sheet.querySelector('summary').focus();
});
