/** A module that wraps fetch, and whose hot reload puts back the one that it had found. */
const found = globalThis.fetch;
globalThis.fetch = (...parameters) => found(...parameters);
globalThis.fetch = found;
