/**
 * Loads a file of the page script in Node, which lacks a few things that it takes at start.
 */

class PageNode {
  get baseURI(): string {
    return 'http://page.test/app/';
  }
}

/** Runs `load`, an import, with the globals of a page at http://page.test/app/. */
export async function inPage<Module>(load: () => Promise<Module>): Promise<Module> {
  Object.assign(globalThis, { Node: PageNode, document: new PageNode() });
  return load();
}
