/** An agent behind AG-UI's client. */
import { HttpAgent } from '@ag-ui/client';
import { offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const agent = new HttpAgent({
    url: `${address}/agent`,
    threadId: 'thread',
    initialMessages: [{ id: 'question', role: 'user', content: QUESTION }],
  });
  signal.addEventListener('abort', () => agent.abortRun());
  await agent.runAgent(
    { runId: 'run' },
    {
      onTextMessageContentEvent: ({ event }) => {
        result.text += event.delta;
      },
      onToolCallArgsEvent: fragmentSeen,
      onToolCallEndEvent: ({ event, toolCallName, toolCallArgs }) => {
        const call = { id: event.toolCallId, name: toolCallName, arguments: toolCallArgs };
        result.calls = [...result.calls, call];
      },
      onRunFinishedEvent: ({ event }) => {
        result.finish = event.type;
      },
    },
  );
});
