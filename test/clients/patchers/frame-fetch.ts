/** A script that does not trust the page's fetch and takes an untouched one from a new frame. */
const frame = document.createElement('iframe');
frame.hidden = true;
document.body.append(frame);
const { contentWindow } = frame;
if (contentWindow !== null) globalThis.fetch = contentWindow.fetch.bind(contentWindow);
