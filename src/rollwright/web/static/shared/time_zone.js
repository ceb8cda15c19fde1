// Tells the server the reader's time zone, by a cookie, so that it writes moments as the reader's clocks show them. On the
// first page, which the server wrote before it knew, the moments are written again here.

const YEAR = 365 * 24 * 3600; // seconds
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const cookie = `zone=${encodeURIComponent(zone ?? "")}`;

if (zone && !document.cookie.split("; ").includes(cookie)) {
  document.cookie = `${cookie}; path=/; max-age=${YEAR}; samesite=lax`;
  const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "medium" });
  for (const moment of document.querySelectorAll("time[data-moment]")) {
    moment.textContent = written.format(new Date(/** @type {HTMLTimeElement} */ (moment).dateTime));
  }
}
