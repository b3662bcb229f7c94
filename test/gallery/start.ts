/** The gallery by hand: builds the pages and serves them until the process is ended. */
import { bundleGallery } from './bundle.ts';
import { startGalleryServer } from './server.ts';

/** How long a reply waits at a hold for somebody to do something too early. */
const PAUSE_MS = 4000;

/**
 * Serves the gallery.
 * @param port 0 takes any free one
 * @returns the address of the index
 */
export async function serveGallery(port: number): Promise<string> {
  const { folder } = await bundleGallery();
  const { url } = await startGalleryServer({ folder, port, pause: PAUSE_MS });
  return url;
}
