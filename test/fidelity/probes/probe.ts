/**
 * A probe runs in the page, gets the origin of the server and gives plain data; a browser with the
 * extension must give what one without it gives. It is sent as text: it can use nothing from outside
 * of itself.
 */
export type Probe = (origin: string) => unknown;
