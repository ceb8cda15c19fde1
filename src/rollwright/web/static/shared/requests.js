// JSON requests to the server, and unguessable idempotency keys.

export const ACCEPT = { Accept: "application/json" };

/**
 * @param {string} address
 * @param {Record<string, unknown>} query
 */
export const getJson = (address, query) => fetch(`${address}?${new URLSearchParams(/** @type {Record<string, string>} */ (query))}`, { headers: ACCEPT });

/**
 * @param {string} address
 * @param {object} body
 */
export const postJson = (address, body) => fetch(address, {
  method: "POST",
  headers: { "Content-Type": "application/json", ...ACCEPT },
  body: JSON.stringify(body),
});

/** Return 16 random bytes in hexadecimal: the key of a request, or a player's nonce for fair dice. */
export const randomHex = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
