import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { WebSocket } from "ws";
import type { Me } from "../../entity.ts";
import { Refusal } from "../../refusal.ts";
import { TIMESTAMP_WINDOW_MS } from "../../sign.ts";
import { say } from "../../text.ts";
import type { Gate } from "../gate/gate.ts";
import { newId } from "../act/id.ts";
import type { Kernel } from "../kernel.ts";
import type { Ring } from "./push-ring.ts";
import type { Row } from "../find/visible.ts";

/** A frame without what the transport adds. */
export interface HallFrame {
  readonly type: string;
  readonly data: Row;
}

/** What somebody in a hall sent, once it is proved who and when. */
export interface Said extends HallFrame {
  /** The same key twice has one effect. */
  readonly clientKey: string;
  /** When the bytes arrived, before anything was checked: deadlines are judged by it. */
  readonly at: Date;
}

/** A kind of hall as a module runs it: topics are `hall:{kind}:{id}`. */
export interface Hall {
  readonly kind: string;
  /** Whose eyes a visitor has (frames are numbered for each) and what stands in the hall for them; null as if there were none. */
  enter(me: Me, id: string): Promise<{ readonly eyes: string; readonly snapshot: Row } | null>;
  /** Answers the one who spoke; what others learn goes through `tell`. */
  hear?(me: Me, id: string, current: Said): Promise<HallFrame>;
}

interface Room {
  readonly hall: Hall;
  readonly id: string;
  eyes: string;
  cursor: number;
  queue: Promise<void>;
}

interface Line {
  readonly ws: WebSocket;
  readonly userId: string;
  readonly certificate: string;
  readonly connId: string;
  readonly rooms: Map<string, Room>;
  /** The last number this browser gave a signed frame. */
  n: number;
  answered: boolean;
  hearing: Promise<void>;
}

interface Parts {
  readonly kernel: Kernel;
  readonly gate: Gate;
  readonly clock: { now(): Date };
  readonly ring: Ring;
}

const mostPerUser = 5;
const mostRooms = 20;
const nameOf = /^hall:(\w+):([\w-]{1,60})$/;
const unsigned = new Set(["HELLO", "sub", "unsub", "PING", "pong", "ack"]);

/** What a signed frame is signed over: its connection, number and time, and the digest of its data as compact JSON. */
export const hallText = (connId: string, n: unknown, ts: unknown, data: unknown): string =>
  `WS|${connId}|${String(n)}|${String(ts)}|${createHash("sha256").update(JSON.stringify(data)).digest("hex")}`;

/** The lines of people in auction, negotiation and opening halls: everybody hears what is meant for own eyes, and says only what is signed. */
export class Halls {
  readonly #parts: Parts;
  readonly #halls = new Map<string, Hall>();
  readonly #lines = new Set<Line>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(hall: Hall): void {
    if (this.#halls.has(hall.kind)) throw new Error(`two modules run the hall ${hall.kind}`);
    this.#halls.set(hall.kind, hall);
  }

  /** Each audience its own words, kept for those who come back; a gap in one series tells nothing about another. */
  tell(kind: string, id: string, frames: readonly { readonly eyes: string; readonly frame: HallFrame }[]): Promise<void> {
    const sendings = frames.map(({ eyes, frame }) => ({ topic: seriesOf(`hall:${kind}:${id}`, eyes), frame: { ...frame } }));
    return this.#parts.ring.append(sendings, this.#parts.clock.now());
  }

  open(ws: WebSocket, who: { readonly userId: string; readonly certificate: string }): void {
    const mine = [...this.#lines].filter((candidate) => candidate.userId === who.userId);
    for (const old of mine.slice(0, Math.max(0, mine.length - mostPerUser + 1))) old.ws.close(4408, "too many");
    const line: Line = { ws, ...who, connId: newId(), rooms: new Map(), n: 0, answered: true, hearing: Promise.resolve() };
    this.#lines.add(line);
    ws.on("close", () => this.#lines.delete(line));
    ws.on("error", () => ws.terminate());
    ws.on("message", (bytes) => {
      const at = this.#parts.clock.now();
      line.hearing = line.hearing.then(() => this.#hear(line, String(bytes), at)).catch(() => ws.close(4400));
    });
    this.#send(line, { type: "hello", data: { connId: line.connId } });
  }

  async #hear(line: Line, text: string, at: Date): Promise<void> {
    const frame = JSON.parse(text) as Row;
    const type = String(frame["type"] ?? "");
    if (type === "pong" || type === "ack") return void (line.answered = true);
    if (type === "PING") return this.#send(line, { type: "PONG", data: {} });
    const topic = String(frame["topic"] ?? "");
    if (type === "unsub") return void line.rooms.delete(topic);
    const me = await this.#me(line);
    if (me === null) return line.ws.close(4401, "session ended");
    if (type === "sub" || type === "HELLO")
      return this.#enter(line, me, topic, frame["lastSeq"] ?? (frame["data"] as Row | null)?.["lastSeq"]);
    if (unsigned.has(type)) return;
    if (!(await this.#isProved(line, frame, at))) return line.ws.close(4401, "not signed");
    const room = line.rooms.get(topic);
    if (!room?.hall.hear) return this.#send(line, { type: "error", topic, data: { code: "DATA_NOT_FOUND" } });
    const clientKey = String(frame["clientKey"] ?? "");
    const given: Said = { type, data: (frame["data"] ?? {}) as Row, clientKey, at };
    this.#send(line, { ...(await this.#answer(room, me, given)), topic, clientKey });
  }

  async #answer({ hall, id }: Room, me: Me, current: Said): Promise<HallFrame> {
    try {
      return await hall.hear!(me, id, current);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { type: `${current.type}_REFUSED`, data: { code: error.code, msg: say(error.text, me.language) } };
    }
  }

  /** Signed with the session's key, under a number that was not there before, at about this time. */
  async #isProved(line: Line, frame: Row, at: Date): Promise<boolean> {
    const { n, ts, sign } = frame;
    const live = await this.#parts.gate.sessions.find(line.certificate);
    if (!live || typeof n !== "number" || !Number.isSafeInteger(n) || n <= line.n || typeof sign !== "string") return false;
    if (typeof ts !== "number" || Math.abs(at.getTime() - ts) > TIMESTAMP_WINDOW_MS) return false;
    const right = createHmac("sha256", live.key)
      .update(hallText(line.connId, n, ts, frame["data"] ?? {}))
      .digest();
    const given = Buffer.from(sign, "base64url");
    if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
    line.n = n;
    return true;
  }

  async #enter(line: Line, me: Me, topic: string, lastSeq: unknown): Promise<void> {
    const [, kind = "", id = ""] = nameOf.exec(topic) ?? [];
    const hall = this.#halls.get(kind);
    const before = hall && line.rooms.size < mostRooms ? await hall.enter(me, id) : null;
    if (!hall || before === null) return this.#send(line, { type: "error", topic, data: { code: "DATA_NOT_FOUND" } });
    const since = typeof lastSeq === "number" && lastSeq > 0 ? lastSeq : null;
    const last = await this.#parts.ring.last(seriesOf(topic, before.eyes));
    const room: Room = { hall, id, eyes: before.eyes, cursor: since ?? last, queue: Promise.resolve() };
    line.rooms.set(topic, room);
    // What happened while looking around is told after it, so that nothing is missed; it may be told twice, never not at all.
    if (since === null) await this.#show(line, me, topic, room);
    this.#catchUp(line, topic, room);
  }

  async #show(line: Line, me: Me, topic: string, room: Room): Promise<void> {
    const now = await room.hall.enter(me, room.id);
    if (now) this.#send(line, { type: "SNAPSHOT", topic, data: now.snapshot }, room.cursor);
  }

  /** Something was said in a series: whoever has these eyes hears it. */
  heard(series: string): void {
    const [topic = ""] = series.split("#");
    for (const line of this.#lines) {
      const room = line.rooms.get(topic);
      if (room && seriesOf(topic, room.eyes) === series) this.#catchUp(line, topic, room);
    }
  }

  heardAll(): void {
    for (const line of this.#lines) for (const [topic, room] of line.rooms) this.#catchUp(line, topic, room);
  }

  #catchUp(line: Line, topic: string, room: Room): void {
    room.queue = room.queue
      .then(async () => {
        if (line.rooms.get(topic) !== room) return;
        const series = seriesOf(topic, room.eyes);
        const frames = await this.#parts.ring.since(series, room.cursor);
        if (frames === null) {
          room.cursor = await this.#parts.ring.last(series);
          const me = await this.#me(line);
          return me ? this.#show(line, me, topic, room) : undefined;
        }
        for (const { seq, frame } of frames) {
          this.#send(line, { ...frame, topic }, seq);
          room.cursor = seq;
        }
      })
      .catch(() => undefined);
  }

  /** Grants changed: whoever may no longer be in a hall is led out, whoever sees with other eyes looks again. */
  async recheck(): Promise<void> {
    for (const line of this.#lines)
      for (const [topic, room] of line.rooms) {
        const me = await this.#me(line);
        const entered = me && (await room.hall.enter(me, room.id));
        if (entered?.eyes === room.eyes) continue;
        line.rooms.delete(topic);
        if (me && entered) await this.#enter(line, me, topic, null);
        else this.#send(line, { type: "error", topic, data: { code: "DATA_NOT_FOUND" } });
      }
  }

  /** The time of the house, each second, to everybody who watches a clock. */
  tick(): void {
    for (const line of this.#lines) if (line.rooms.size > 0) this.#send(line, { type: "TIME", data: {} });
  }

  ping(): void {
    for (const line of this.#lines) {
      if (!line.answered) line.ws.terminate();
      line.answered = false;
      this.#send(line, { type: "ping", data: {} });
    }
  }

  /** A session that ended takes its lines along at once. */
  async sweep(): Promise<void> {
    for (const line of this.#lines) {
      const live = await this.#parts.gate.sessions.find(line.certificate);
      if (live && !live.ended) continue;
      this.#send(line, { type: "kick", data: { reason: live?.ended ?? "LOGOUT" } });
      line.ws.close(4401, "session ended");
    }
  }

  async #me(line: Line): Promise<Me | null> {
    const live = await this.#parts.gate.sessions.find(line.certificate);
    if (!live || live.ended || !live.info.userId) return null;
    const { userId, responsibilityId, supplierId, language } = live.info;
    return this.#parts.kernel.permits.me({ userId, responsibilityId, supplierId, language });
  }

  #send(line: Line, frame: Row, seq = 0): void {
    if (line.ws.bufferedAmount > 1_000_000) return line.ws.terminate();
    line.ws.send(JSON.stringify({ ...frame, seq, serverTime: this.#parts.clock.now().getTime() }));
  }

  close(): void {
    for (const line of this.#lines) line.ws.close(1001, "stopping");
  }
}

const seriesOf = (topic: string, eyes: string): string => `${topic}#${eyes}`;
