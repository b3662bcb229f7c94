/**
 * The extension API for the devtools page and the panel: the one import of webextension-polyfill.
 * It throws outside an extension.
 */
import browser from 'webextension-polyfill';

export { browser };
