import { draw, find, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button><article></article>');

/** Draws all of it again whenever something has come, as small renderers do. */
function render(markdown: string): string {
  const blocks = markdown.split('```');
  return blocks
    .map((block, index) => {
      const text = block.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      if (index % 2 === 0) return `<p>${text.replaceAll(/\*\*(.+?)\*\*/g, '<b>$1</b>')}</p>`;
      return `<figure><pre>${text}</pre><button>${index === 1 ? 'Copy' : 'Run'}</button></figure>`;
    })
    .join('');
}

async function ask(): Promise<void> {
  let markdown = '';
  let text = '';
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    markdown += delta.content ?? '';
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    find('article', HTMLElement).innerHTML = render(`${markdown}\n\`\`\`json\n${text}\n`);
    if (finish === 'tool_calls') void post('api/refunds', JSON.parse(text));
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
find('article', HTMLElement).addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) target.textContent = 'Copied';
});
