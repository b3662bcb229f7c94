/**
 * The server's side of a WebSocket, as far as tests need it (RFC 6455): the handshake and unfragmented
 * frames out, frames of any kind in. It checks nothing: the client is a browser.
 */
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export interface ServedSocket {
  /** Path and query of the request. */
  readonly path: string;
  /** All messages of the client so far: text as a string, binary as bytes. */
  readonly received: readonly (string | Buffer)[];
  /** Settles with the client's next message. */
  next(): Promise<string | Buffer>;
  /** Sends a message: text for a string, binary for bytes. */
  send(message: string | Uint8Array): void;
  /** Closes in order, with a code and a reason. */
  close(code?: number, reason?: string): void;
  /** Cuts the connection. */
  destroy(): void;
  /** Calls back with each message of the client. */
  onMessage(listener: (message: string | Buffer) => void): void;
}

/** A constant of the protocol, by which a server shows that it speaks it. */
const HANDSHAKE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;

interface ClientFrame {
  readonly isLast: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
  /** What follows it in the buffer. */
  readonly rest: Buffer;
}

/** Reads one frame of a client, whose payload is always masked; null while it is not all there. */
function readFrame(buffer: Buffer): ClientFrame | null {
  if (buffer.length < 2) return null;
  const [first = 0, second = 0] = buffer;
  const short = second & 0x7f;
  const lengthEnd = short === 127 ? 10 : short === 126 ? 4 : 2;
  const start = lengthEnd + 4;
  if (buffer.length < start) return null;
  const length =
    short === 127
      ? Number(buffer.readBigUInt64BE(2))
      : short === 126
        ? buffer.readUInt16BE(2)
        : short;
  if (buffer.length < start + length) return null;
  const mask = buffer.subarray(lengthEnd, start);
  const payload = Buffer.from(buffer.subarray(start, start + length)).map(
    (byte, index) => byte ^ (mask[index % 4] ?? 0),
  );
  return {
    isLast: first >= 0x80,
    opcode: first & 0x0f,
    payload: Buffer.from(payload),
    rest: buffer.subarray(start + length),
  };
}

function writeFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  let head: Buffer;
  if (length < 126) head = Buffer.from([0x80 | opcode, length]);
  else if (length < 65_536) {
    head = Buffer.from([0x80 | opcode, 126, 0, 0]);
    head.writeUInt16BE(length, 2);
  } else {
    head = Buffer.alloc(10);
    head.set([0x80 | opcode, 127]);
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/**
 * Accepts a request that asks for a WebSocket: give it what a server's `upgrade` event brings.
 * @returns the connection, open
 */
export function acceptSocket(request: IncomingMessage, socket: Duplex): ServedSocket {
  const key = `${request.headers['sec-websocket-key'] ?? ''}${HANDSHAKE_GUID}`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const received: (string | Buffer)[] = [];
  const emitter = new EventEmitter();
  let buffer: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let kind = TEXT;
  let taken = 0;
  let isClosing = false;

  function take({ isLast, opcode, payload }: ClientFrame): void {
    if (opcode === CLOSE) {
      // A client that closes waits for the echo; one that echoes waits for the connection's end.
      if (isClosing) socket.end();
      else socket.end(writeFrame(CLOSE, payload));
      return;
    }
    if (opcode > CLOSE) return;
    if (opcode !== 0) kind = opcode;
    parts.push(payload);
    if (!isLast) return;
    const whole = Buffer.concat(parts);
    parts = [];
    const message = kind === BINARY ? whole : whole.toString('utf8');
    received.push(message);
    emitter.emit('message', message);
  }

  socket.on('data', (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    for (let frame = readFrame(buffer); frame !== null; frame = readFrame(buffer)) {
      buffer = frame.rest;
      take(frame);
    }
  });
  // A connection that the browser has cut is over, and no fault of the test.
  socket.on('error', () => socket.destroy());

  return {
    path: request.url ?? '/',
    received,
    async next() {
      if (received.length <= taken) await once(emitter, 'message');
      const message = received[taken];
      taken += 1;
      return message ?? '';
    },
    send(message) {
      const isText = typeof message === 'string';
      socket.write(writeFrame(isText ? TEXT : BINARY, Buffer.from(message)));
    },
    close(code = 1000, reason = '') {
      isClosing = true;
      const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
      payload.writeUInt16BE(code, 0);
      payload.write(reason, 2);
      socket.write(writeFrame(CLOSE, payload));
    },
    destroy() {
      socket.destroy();
    },
    onMessage(listener) {
      emitter.on('message', listener);
    },
  };
}
