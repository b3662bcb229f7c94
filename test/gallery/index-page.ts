/** The index of the gallery, for a person who opens it by hand. */
import { PAGE_KINDS, planOf, SPEEDS, type GalleryCase } from './gallery-case.ts';

function links(page: GalleryCase): string {
  return PAGE_KINDS.filter((kind) => page.pages[kind] !== undefined)
    .map((kind) => {
      const speeds = SPEEDS.filter((speed) => planOf(page, kind, speed) !== null);
      const all = speeds.map((speed) => `<a href="/${page.name}/${kind}/${speed}/">${speed}</a>`);
      return `<b>${kind}</b>: ${all.join(' · ')}`;
    })
    .join('<br>');
}

/** @returns the page's HTML; titles and sentences are our own and need no escaping */
export function indexPage(cases: readonly GalleryCase[]): string {
  const rows = cases.map(
    (page) => `<tr><th scope="row">${page.title}<td>${page.about}<td>${links(page)}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Agent pages</title><link rel="icon" href="data:,">
<style>body{font:15px/1.5 system-ui;margin:2rem}table{border-collapse:collapse}td,th{border-top:1px solid #ccc;padding:.5rem 1rem .5rem 0;text-align:left;vertical-align:top}</style>
<h1>Agent pages, wrong and right</h1>
<p>Open DevTools on a page, choose Midstream, and press Ask. Where a reply waits for you to do something too early, it pauses for some seconds.</p>
<table>${rows.join('')}</table>`;
}
