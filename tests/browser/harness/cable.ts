import { once } from 'node:events';
import { type AddressInfo, type Server as Listener, type Socket, connect, createServer } from 'node:net';

/**
 * The line between one browser and the server: a TCP proxy that can be cut. A page that is set
 * offline keeps its WebSocket; a cut cable ends it.
 */
export class Cable {
  readonly #to: number;
  readonly #listener: Listener;
  #isCut = false;
  readonly #sockets = new Set<Socket>();
  #waiting: { deliver: boolean; done: (move: Frame) => void } | null = null;

  private constructor(to: number) {
    this.#to = to;
    this.#listener = createServer((browser) => this.#join(browser)).listen(0, '127.0.0.1');
  }

  static async to(server: { port: number }): Promise<Cable> {
    const cable = new Cable(server.port);
    await once(cable.#listener, 'listening');
    return cable;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** Destroys every connection and resets new ones: the port stays its own. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Opens the line again. */
  mend(): void {
    this.#isCut = false;
  }

  /** Cuts it for good. */
  close(): void {
    this.cut();
    this.#listener.close();
  }

  /**
   * Cuts the line at the next move that the browser sends: when the server has taken it, and in
   * place of its answer (`deliver`), or before the server has it. Answers the move's frame.
   */
  cutAtMove({ deliver }: { deliver: boolean }): Promise<Frame> {
    return new Promise((done) => {
      this.#waiting = { deliver, done };
    });
  }

  #join(browser: Socket): void {
    if (this.#isCut) {
      browser.on('error', () => {});
      browser.resetAndDestroy();
      return;
    }
    const server = connect(this.#to, '127.0.0.1');
    const reader = new FrameReader();
    let cutAtAnswer: (() => void) | null = null;
    this.#keep(browser, server);
    this.#keep(server, browser);
    server.on('data', (bytes) => {
      if (!cutAtAnswer) {
        if (browser.writable) browser.write(bytes);
      } else if (bytes.includes('"type":"ack"')) {
        cutAtAnswer();
      }
    });
    browser.on('data', (bytes) => {
      const move = reader.read(bytes).find((frame) => frame.type === 'move');
      if (move && this.#waiting) {
        const { deliver, done } = this.#waiting;
        this.#waiting = null;
        cutAtAnswer = () => {
          this.cut();
          done(move);
        };
        if (!deliver) return cutAtAnswer();
      }
      if (server.writable) server.write(bytes);
    });
  }

  #keep(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#sockets.delete(socket);
      other.end();
    });
  }
}

/** A message of a page to the server. */
interface Frame {
  type: string;
  square?: string;
}

/** Reads the JSON texts that a browser sends over a WebSocket. */
class FrameReader {
  #opened = false;
  #rest: Buffer = Buffer.alloc(0);

  read(bytes: Buffer): Frame[] {
    if (!this.#opened) {
      this.#opened = /^upgrade: websocket\r$/im.test(bytes.toString('latin1'));
      return [];
    }
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) {
      if (frame.kind === 1) frames.push(JSON.parse(frame.text) as Frame);
    }
    return frames;
  }

  /** RFC 6455: kind, length of 7 or 16 bits, mask of 4 bytes, masked payload. */
  #next(): { kind: number; text: string } | null {
    const from = this.#rest;
    if (from.length < 2) return null;
    const short = from.readUInt8(1) & 0x7f;
    const start = short === 126 ? 4 : 2;
    if (from.length < start + 4) return null;
    const length = short === 126 ? from.readUInt16BE(2) : short;
    const end = start + 4 + length;
    if (from.length < end) return null;
    const mask = from.subarray(start, start + 4);
    const text = Buffer.from(from.subarray(start + 4, end).map((byte, place) => byte ^ mask.readUInt8(place % 4))).toString();
    this.#rest = from.subarray(end);
    return { kind: from.readUInt8(0) & 0x0f, text };
  }
}
