// What kind of screen this is, and what its reader wants of it.

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const phone = matchMedia("(max-width: 760px)");
