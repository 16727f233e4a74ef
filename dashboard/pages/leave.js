// Escape leaves a page that only asks: it follows the page's link that leaves everything as it is. It does nothing while
// something else on the page takes the key, or somebody types.
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing ||
    document.querySelector('dialog[open], [popover]:popover-open') ||
    event.target.closest('input:not([type=radio], [type=checkbox]), textarea, select, .zones')) return;
  const link = document.querySelector('[data-leave]');
  if (!link) return;
  event.preventDefault();
  link.click();
});
