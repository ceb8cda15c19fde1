// The drawer with the score and the log, which the ticker opens.

import { $ } from "./dom.js";

/** @param {boolean} open */
export function openDrawer(open) {
  $("others").classList.toggle("open", open);
  $("ticker").setAttribute("aria-expanded", String(open));
  if (open) $("others").focus({ preventScroll: true });
  else if ($("others").contains(document.activeElement)) $("ticker").focus({ preventScroll: true });
}

export const isDrawerOpen = () => $("others").classList.contains("open");

$("ticker").addEventListener("click", () => openDrawer(!isDrawerOpen()));
$("drawer-close").addEventListener("click", () => openDrawer(false));
document.addEventListener("pointerdown", (event) => {
  if (isDrawerOpen() && event.target instanceof Element && !event.target.closest("#others, #ticker")) openDrawer(false);
});
