/** Angular's zones, which replace Promise, fetch and whatever else is asynchronous. */
import 'zone.js';
