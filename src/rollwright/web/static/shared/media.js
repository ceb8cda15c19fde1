// Media queries: the kind of screen, and the reader's preferences.

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const phone = matchMedia("(max-width: 760px)");
