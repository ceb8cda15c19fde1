// Tells the server the reader's time zone, by a cookie, so that it writes moments as the reader's clocks show them. What it
// has written without knowing is marked, and written again here. Pages that show no moment set no cookie.

const YEAR = 365 * 24 * 3600; // seconds
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const moments = /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-moment]"));

/** @param {HTMLTimeElement} moment */
function rewrite(moment) {
  const day = moment.dataset.moment === "day";
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: day ? undefined : "medium" });
  const [before, after] = [moment.textContent ?? "", format.format(new Date(moment.dateTime))];
  moment.textContent = after;
  const labelled = moment.closest("li, tr")?.querySelectorAll("[aria-label]") ?? [];
  for (const each of labelled) each.setAttribute("aria-label", (each.getAttribute("aria-label") ?? "").replace(before, after));
}

moments.forEach(rewrite);
if (zone && moments.length) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=${YEAR}; samesite=lax`;
