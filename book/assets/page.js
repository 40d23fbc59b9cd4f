// Every page: what the theme leaves open for paper, for a page read from disk, and for the keyboard.
(() => {
  const root = document.documentElement;
  let before = null;
  // paper is white: the theme's dark colours are for screens
  addEventListener("beforeprint", () => { before ??= root.dataset.theme; root.dataset.theme = "light"; });
  addEventListener("afterprint", () => { if (before !== null) root.dataset.theme = before; before = null; });
  // a page opened from disk may not read other pages: list search hits without their excerpts
  if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS === "object") {
    DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
  }
  // a table wider than the screen scrolls in its box: the keyboard must reach it
  const reach = () => {
    for (const box of document.querySelectorAll(".pst-scrollable-table-container")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  reach();
  addEventListener("resize", reach);
})();
