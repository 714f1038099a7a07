import type { Server } from "node:http";
import { WebSocketServer, type WebSocket } from "ws";
import type { Me } from "../entity.ts";
import type { Language } from "../text.ts";
import type { Bus } from "./bus.ts";
import type { Db } from "./db.ts";
import type { Gate } from "./gate/gate.ts";
import { take } from "./gate/ticket.ts";
import { newId } from "./id.ts";
import type { Kernel } from "./kernel.ts";

interface Socket {
  readonly ws: WebSocket;
  readonly userId: string;
  readonly certificate: string;
  readonly topics: Set<string>;
  answered: boolean;
}

const mostPerUser = 5;
const mostTopics = 100;
const mostFrame = 64 * 1024;
const pingMs = 25_000;
const channel = "push";

/** Tells open browsers what happened. A hint only: every screen is right without it. */
export class Push {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #clock: { now(): Date };
  readonly #sockets = new Set<Socket>();
  readonly #db: Db;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #wss = new WebSocketServer({ noServer: true, maxPayload: mostFrame });
  #seq = 0;

  constructor(kernel: Kernel, gate: Gate, clock: { now(): Date }, bus: Bus) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#clock = clock;
    this.#db = kernel.db;
    bus.hear((changes) => {
      for (const { entity, id } of changes) this.#toTopic(`doc:${entity}:${id}`, { type: "doc", data: { entity, id } });
    });
  }

  async start(server: Server): Promise<void> {
    await this.#db.listen(channel, (text) => {
      const { userId, frame } = JSON.parse(text) as { userId: string; frame: Record<string, unknown> };
      this.#toUser(userId, frame);
    });
    server.on("upgrade", (request, socket, head) => {
      const url = new URL(request.url ?? "/", "http://local");
      if (url.pathname !== "/api/websocket") return socket.destroy();
      void this.#enter(url.searchParams.get("ticket")).then(
        (who) =>
          who
            ? this.#wss.handleUpgrade(request, socket, head, (ws) => this.#open(ws, who))
            : socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n"),
        () => socket.destroy(),
      );
    });
    this.#timers.push(
      setInterval(() => this.#ping(), pingMs).unref(),
      setInterval(() => void this.#sweep().catch(() => undefined), 1_000).unref(),
    );
  }

  /** To every browser of a person, whichever process holds it. */
  async tell(userId: string, frame: { readonly type: string; readonly data: Record<string, unknown> }): Promise<void> {
    await this.#db.notify(channel, JSON.stringify({ userId, frame }));
  }

  async #enter(ticket: string | null): Promise<{ userId: string; certificate: string } | null> {
    const taken = await take(this.#db, ticket, ["WS"], this.#clock.now());
    return taken?.userId && taken.certificate ? { userId: taken.userId, certificate: taken.certificate } : null;
  }

  #open(ws: WebSocket, who: { userId: string; certificate: string }): void {
    const mine = [...this.#sockets].filter((s) => s.userId === who.userId);
    for (const old of mine.slice(0, Math.max(0, mine.length - mostPerUser + 1))) old.ws.close(4408, "too many");
    const socket: Socket = { ws, ...who, topics: new Set(), answered: true };
    this.#sockets.add(socket);
    ws.on("close", () => this.#sockets.delete(socket));
    ws.on("error", () => ws.terminate());
    ws.on("message", (data) => void this.#hear(socket, String(data)).catch(() => ws.close(4400)));
    this.#send(socket, { type: "hello", data: { connId: newId(), serverTime: this.#clock.now().getTime() } });
  }

  async #hear(socket: Socket, text: string): Promise<void> {
    const frame = JSON.parse(text) as { type?: string; topic?: string };
    if (frame.type === "pong") socket.answered = true;
    if (frame.type === "unsub" && frame.topic) socket.topics.delete(frame.topic);
    if (
      frame.type === "sub" &&
      typeof frame.topic === "string" &&
      socket.topics.size < mostTopics &&
      (await this.#maySee(socket, frame.topic))
    )
      socket.topics.add(frame.topic);
  }

  async #maySee(socket: Socket, topic: string): Promise<boolean> {
    const found = /^doc:(\w+):([\w-]+)$/.exec(topic);
    const e = found ? this.#kernel.declared.entities.get(found[1]!) : undefined;
    const me = e ? await this.#me(socket) : null;
    return Boolean(e && me && (await this.#kernel.finder.sees(e, found![2]!, me)));
  }

  async #me(socket: Socket): Promise<Me | null> {
    const found = this.#gate.sessions.find(socket.certificate);
    const live = found instanceof Promise ? await found : found;
    if (!live || live.ended || !live.info.userId) return null;
    const language: Language = live.info.language;
    return this.#kernel.permits.me({
      userId: live.info.userId,
      responsibilityId: live.info.responsibilityId,
      supplierId: live.info.supplierId,
      language,
    });
  }

  #toTopic(topic: string, frame: Record<string, unknown>): void {
    for (const socket of this.#sockets)
      if (socket.topics.has(topic))
        // The right to read is asked again with every frame: it may have been taken away since the socket subscribed.
        void this.#maySee(socket, topic).then(
          (may) => (may ? this.#send(socket, { ...frame, topic }) : void socket.topics.delete(topic)),
          () => undefined,
        );
  }

  #toUser(userId: string, frame: Record<string, unknown>): void {
    for (const socket of this.#sockets) if (socket.userId === userId) this.#send(socket, frame);
  }

  #send(socket: Socket, frame: Record<string, unknown>): void {
    if (socket.ws.bufferedAmount > 1_000_000) return socket.ws.terminate();
    const serverTime = this.#clock.now().getTime();
    // Numbers rise with time, so that a browser that comes back to another process still takes newer frames for newer.
    this.#seq = Math.max(this.#seq + 1, serverTime * 16);
    socket.ws.send(JSON.stringify({ ...frame, seq: this.#seq, serverTime }));
  }

  #ping(): void {
    for (const socket of this.#sockets) {
      if (!socket.answered) socket.ws.terminate();
      socket.answered = false;
      this.#send(socket, { type: "ping" });
    }
  }

  /** A session that ended takes its sockets along at once. */
  async #sweep(): Promise<void> {
    for (const socket of this.#sockets) {
      const found = this.#gate.sessions.find(socket.certificate);
      const live = found instanceof Promise ? await found : found;
      if (live && !live.ended) continue;
      this.#send(socket, { type: "kick", data: { reason: live?.ended ?? "LOGOUT" } });
      socket.ws.close(4401, "session ended");
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.ws.close(1001, "stopping");
    this.#wss.close();
  }
}
