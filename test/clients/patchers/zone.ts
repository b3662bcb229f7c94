/** Angular's zones, which replace Promise, fetch and whatever else is asynchronous. */
// oxlint-disable-next-line import/no-unassigned-import
import 'zone.js';
