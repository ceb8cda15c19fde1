// Tells the server the reader's time zone, by a cookie, so that it writes moments as the reader's clocks show them. The
// cookie is set by the first page that shows a moment, which the server wrote before it knew: there they are written anew.

const YEAR = 365 * 24 * 3600; // seconds
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const cookie = `zone=${encodeURIComponent(zone ?? "")}`;
const moments = /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-moment]"));

/** @param {HTMLTimeElement} moment */
function rewrite(moment) {
  const day = moment.dataset.moment === "day";
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: day ? undefined : "medium" });
  moment.textContent = format.format(new Date(moment.dateTime));
}

if (zone && moments.length && !document.cookie.split("; ").includes(cookie)) {
  document.cookie = `${cookie}; path=/; max-age=${YEAR}; samesite=lax`;
  moments.forEach(rewrite);
}
