// A number that nobody can guess, in hexadecimal digits: the name of a request, or what a player adds to fair dice.
export const randomHex = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
