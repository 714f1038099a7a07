import type { Server } from "node:http";
import { WebSocketServer, type WebSocket } from "ws";
import { msOf } from "#kernel/time.ts";
import type { Me } from "../../entity.ts";
import type { Language } from "../../text.ts";
import type { Bus } from "../journal/bus.ts";
import type { Db } from "../database/db.ts";
import type { Gate } from "../gate/gate.ts";
import { isOwnOrigin } from "../gate/headers.ts";
import { take } from "../gate/ticket.ts";
import { Halls } from "./hall.ts";
import { newId } from "../act/id.ts";
import type { Kernel } from "../kernel.ts";
import { Ring, ringChannel } from "./push-ring.ts";
import { q } from "../database/schema.ts";

interface Socket {
  readonly ws: WebSocket;
  readonly userId: string;
  readonly certificate: string;
  readonly topics: Set<string>;
  answered: boolean;
  /** The last frame of the person's own topic that was sent; null until it is known where this browser left off. */
  cursor: number | null;
  /** Frames of the own topic go one after the other, and so does what the browser says. */
  queue: Promise<void>;
  hearing: Promise<void>;
}

/** Whose line it is, as the ticket says. */
interface Who {
  readonly userId: string;
  readonly certificate: string;
}

type Frame = { readonly type: string; readonly data: Record<string, unknown> };

const mostPerUser = 5;
const mostTopics = 100;
const mostFrame = 64 * 1024;
const pingMs = 25_000;
const trimMs = msOf({ hours: 1 });
/** A browser that was here before says at once how far it had heard; one that says nothing begins now. */
const introMs = 1_000;
const ownTopic = (userId: string): string => `user:${userId}`;

/** Tells open browsers what happened. A hint only: every screen is right without it. */
export class Push {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #clock: { now(): Date };
  readonly #sockets = new Set<Socket>();
  readonly #db: Db;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #wss = new WebSocketServer({ noServer: true, maxPayload: mostFrame });
  readonly #ring: Ring;
  /** The halls where people bid and open, on a line of their own. */
  readonly halls: Halls;
  #seq = 0;

  constructor(kernel: Kernel, gate: Gate, clock: { now(): Date }, bus: Bus) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#clock = clock;
    this.#db = kernel.db;
    this.#ring = new Ring(kernel.db);
    this.halls = new Halls({ kernel, gate, clock, ring: this.#ring });
    bus.hear((changes) => {
      for (const { entity, id } of changes) this.#toDocument(entity, id);
    });
  }

  async start(server: Server): Promise<void> {
    const heard = (topic: string) => {
      if (topic.startsWith("hall:")) return this.halls.heard(topic);
      for (const socket of this.#sockets) if (ownTopic(socket.userId) === topic) this.#catchUp(socket);
    };
    await this.#db.listen(ringChannel, heard, () => {
      this.halls.heardAll();
      for (const socket of this.#sockets) this.#catchUp(socket);
    });
    await this.#db.listen("job", (text) => {
      const { id, ...data } = JSON.parse(text) as { id: string };
      this.#toFollowers(`doc:BaseScheduleRequest:${id}`, { type: "job", data: { requestId: id, ...data } });
    });
    this.#kernel.permits.onChange((version) => {
      for (const socket of this.#sockets) this.#send(socket, { type: "perm", data: { version } });
      void this.halls.recheck().catch(() => undefined);
    });
    server.on("upgrade", (request, socket, head) => {
      const url = new URL(request.url ?? "/", "http://local");
      const open = this.#ways[url.pathname];
      if (!open) return socket.destroy();
      if (!isOwnOrigin(request.headers.origin, request.headers.host, this.#gate.settings.origins))
        return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      void this.#enter(url.searchParams.get("ticket")).then(
        (who) =>
          who
            ? this.#wss.handleUpgrade(request, socket, head, (ws) => open(ws, who, url.searchParams.get("lastSeq")))
            : socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n"),
        () => socket.destroy(),
      );
    });
    this.#timers.push(
      setInterval(() => (this.#ping(), this.halls.ping()), pingMs).unref(),
      setInterval(() => this.#everySecond(), 1_000).unref(),
      setInterval(() => void this.#ring.trim(this.#clock.now()).catch(() => undefined), trimMs).unref(),
    );
  }

  readonly #ways: Readonly<Record<string, (ws: WebSocket, who: Who, lastSeq: string | null) => void>> = {
    "/api/websocket": (ws, who, lastSeq) => this.#open(ws, who, lastSeq),
    "/api/nettyWebsocket": (ws, who) => this.halls.open(ws, who),
  };

  #everySecond(): void {
    this.halls.tick();
    for (const swept of [this.#sweep(), this.halls.sweep()]) swept.catch(() => undefined);
  }

  /** To every browser of a person, whichever process holds it; those that are away for a moment hear it when they come back. */
  tell(userId: string, frame: Frame): Promise<void> {
    return this.tellAll([{ userId, frame }]);
  }

  /** To many people in one go. */
  tellAll(frames: readonly { readonly userId: string; readonly frame: Frame }[]): Promise<void> {
    return this.#ring.append(
      frames.map(({ userId, frame }) => ({ topic: ownTopic(userId), frame })),
      this.#clock.now(),
    );
  }

  async #enter(ticket: string | null): Promise<Who | null> {
    const taken = await take(this.#db, ticket, ["WS"], this.#clock.now());
    return taken?.userId && taken.certificate ? { userId: taken.userId, certificate: taken.certificate } : null;
  }

  #open(ws: WebSocket, who: Who, lastSeq: string | null): void {
    const mine = [...this.#sockets].filter((s) => s.userId === who.userId);
    for (const old of mine.slice(0, Math.max(0, mine.length - mostPerUser + 1))) old.ws.close(4408, "too many");
    const socket: Socket = {
      ws,
      ...who,
      topics: new Set(),
      answered: true,
      cursor: null,
      queue: Promise.resolve(),
      hearing: Promise.resolve(),
    };
    this.#sockets.add(socket);
    if (lastSeq !== null && /^\d{1,15}$/.test(lastSeq)) this.#resume(socket, Number(lastSeq));
    else
      void this.#ring.last(ownTopic(who.userId)).then(
        (last) => this.#begin(socket, last),
        () => undefined,
      );
    ws.on("close", () => this.#sockets.delete(socket));
    ws.on("error", () => ws.terminate());
    ws.on("message", (data) => {
      socket.hearing = socket.hearing.then(() => this.#hear(socket, String(data))).catch(() => ws.close(4400));
    });
    this.#send(socket, { type: "hello", data: { connId: newId(), serverTime: this.#clock.now().getTime() } });
  }

  async #hear(socket: Socket, text: string): Promise<void> {
    const frame = JSON.parse(text) as { type?: string; topic?: unknown; lastSeq?: unknown };
    if (frame.type === "pong") socket.answered = true;
    if (typeof frame.topic !== "string") return;
    const lastSeq = typeof frame.lastSeq === "number" && frame.lastSeq > 0 ? frame.lastSeq : null;
    if (frame.type === "unsub") socket.topics.delete(frame.topic);
    if (frame.type !== "sub") return;
    if (frame.topic === ownTopic(socket.userId)) {
      if (lastSeq !== null) this.#resume(socket, lastSeq);
    } else if (socket.topics.size < mostTopics && (await this.#maySee(socket, frame.topic))) {
      socket.topics.add(frame.topic);
      if (lastSeq !== null) await this.#sayIfChanged(socket, frame.topic, lastSeq);
    } else this.#send(socket, { type: "error", topic: frame.topic, data: { code: "DATA_NOT_FOUND" } });
  }

  /** Without a word from the browser it begins with what comes now. */
  #begin(socket: Socket, last: number): void {
    setTimeout(() => {
      if (socket.cursor !== null) return;
      socket.cursor = last;
      this.#catchUp(socket);
    }, introMs).unref();
  }

  #resume(socket: Socket, lastSeq: number): void {
    socket.cursor = lastSeq;
    this.#catchUp(socket);
  }

  /** Sends what is new on the person's own topic, in order and once; where the ring does not reach back, the browser is told to ask. */
  #catchUp(socket: Socket): void {
    socket.queue = socket.queue
      .then(async () => {
        if (socket.cursor === null || !this.#sockets.has(socket)) return;
        const topic = ownTopic(socket.userId);
        const frames = await this.#ring.since(topic, socket.cursor);
        if (frames === null) {
          socket.cursor = await this.#ring.last(topic);
          return this.#send(socket, { type: "resync", topic, data: {} }, socket.cursor);
        }
        for (const { seq, frame } of frames) {
          this.#send(socket, { ...frame, topic }, seq);
          socket.cursor = seq;
        }
      })
      .catch(() => undefined);
  }

  /** A page that was away while its document changed is told so when it comes back; numbers of documents' frames tell their time. */
  async #sayIfChanged(socket: Socket, topic: string, lastSeq: number): Promise<void> {
    const [, entity = "", id = ""] = topic.split(":");
    const data = await this.#changeOf(entity, id);
    if (data && Date.parse(data.at) * 16 > lastSeq) this.#send(socket, { type: "doc", topic, data: { ...data, at: undefined } });
  }

  async #changeOf(entity: string, id: string): Promise<{ entity: string; id: string; versionNum: number; by: string; at: string } | null> {
    const e = this.#kernel.declared.entities.get(entity);
    if (!e || e.view) return null;
    const row = await this.#db.one<{ versionNum: number; by: string; at: string }>(
      `select t."versionNum", coalesce(u."displayName", t."lastUpdatedBy") as by, t."lastUpdateDate" as at from ${q(entity)} t left join "BaseUsers" u on u.id = t."lastUpdatedBy" where t.id = $1`,
      [id],
    );
    return row ? { entity, id, ...row } : null;
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

  /** What a run does, to whoever watches it and may. */
  #toFollowers(topic: string, frame: Frame): void {
    for (const socket of this.#sockets)
      if (socket.topics.has(topic))
        void this.#maySee(socket, topic).then(
          (may) => may && this.#send(socket, { ...frame, topic }),
          () => undefined,
        );
  }

  /** Somebody saved a record that others have open: which version it is now, and whose. */
  #toDocument(entity: string, id: string): void {
    const topic = `doc:${entity}:${id}`;
    const readers = [...this.#sockets].filter((socket) => socket.topics.has(topic));
    if (readers.length === 0) return;
    void this.#changeOf(entity, id)
      .then(async (change) => {
        const data = change ? { ...change, at: undefined } : { entity, id };
        for (const socket of readers)
          // The right to read is asked again with every frame: it may have been taken away since the socket subscribed.
          if (await this.#maySee(socket, topic)) this.#send(socket, { type: "doc", topic, data });
          else socket.topics.delete(topic);
      })
      .catch(() => undefined);
  }

  #send(socket: Socket, frame: Record<string, unknown>, seq?: number): void {
    if (socket.ws.bufferedAmount > 1_000_000) return socket.ws.terminate();
    const serverTime = this.#clock.now().getTime();
    // Numbers rise with time, so that a browser that comes back to another process still takes newer frames for newer.
    this.#seq = Math.max(this.#seq + 1, serverTime * 16);
    socket.ws.send(JSON.stringify({ ...frame, seq: seq ?? this.#seq, serverTime }));
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
    this.halls.close();
    this.#wss.close();
  }
}
