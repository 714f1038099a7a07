import { call, CallError } from "./call.ts";
import { learnServerTime } from "./clock.ts";
import { learnVersions, usePulse } from "./heartbeat.ts";
import { sayNow } from "./language.ts";
import { afterFirstPage } from "./opened.ts";
import { endSession, liveWith, session } from "./session.ts";
import { stateOf } from "./session-record.ts";

/** A frame of the push socket. Push is a hint only: every screen is right without it. */
export interface Frame {
  readonly type: string;
  readonly topic?: string;
  readonly seq?: number;
  readonly serverTime?: string | number;
  readonly data?: Readonly<Record<string, unknown>>;
}

type Hear = (frame: Frame) => void;

const byType = new Map<string, Set<Hear>>();
const byTopic = new Map<string, Set<Hear>>();
const lastSeq = new Map<string, number>();
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const DEAD_MS = 60_000;
const NO_PUSH_MS = 600_000;

let socket: WebSocket | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let callOff = (): void => undefined;
let watchdog: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_WAIT_MS;

const say = (frame: object): void => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
};

function add(map: Map<string, Set<Hear>>, key: string, hear: Hear): () => void {
  const heard = map.get(key) ?? new Set();
  map.set(key, heard.add(hear));
  return () => {
    heard.delete(hear);
    if (heard.size === 0) map.delete(key);
  };
}

/** Hears one kind of frame: msg, todo, notice, job, export, import, doc … */
export const onPush = (type: string, hear: Hear): (() => void) => add(byType, type, hear);

/** Hears one topic (doc:{entity}:{id}); the server checks the right to read it. */
export function subscribe(topic: string, hear: Hear): () => void {
  const remove = add(byTopic, topic, hear);
  if (byTopic.get(topic)?.size === 1) say({ type: "sub", topic, lastSeq: lastSeq.get(topic) ?? 0 });
  return () => {
    remove();
    if (!byTopic.has(topic)) say({ type: "unsub", topic });
  };
}

function alive(): void {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => socket?.close(), DEAD_MS);
}

function hearFrame(text: string): void {
  alive();
  let frame: Frame;
  try {
    frame = JSON.parse(text) as Frame;
  } catch {
    return;
  }
  if (frame.topic !== undefined && typeof frame.seq === "number") {
    if (frame.seq <= (lastSeq.get(frame.topic) ?? 0)) return;
    lastSeq.set(frame.topic, frame.seq);
    say({ type: "ack", topic: frame.topic, seq: frame.seq });
  }
  if (frame.type === "ping") return say({ type: "pong" });
  for (const hear of byType.get(frame.type) ?? []) hear(frame);
  for (const hear of byTopic.get(frame.topic ?? "") ?? []) hear(frame);
}

async function connect(): Promise<void> {
  if (stateOf(session()) !== "full") return;
  try {
    const { data } = await call<{ readonly ticket: string }>("baseServer/baseLoginService/wsTicket");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // how far one's own frames were heard: what came meanwhile is sent again
    const heard = [...lastSeq].find(([topic]) => topic.startsWith("user:"))?.[1];
    const since = heard === undefined ? "" : `&lastSeq=${heard}`;
    socket = new WebSocket(`${scheme}://${location.host}/api/websocket?ticket=${encodeURIComponent(data.ticket)}${since}`);
    socket.onopen = () => {
      wait = FIRST_WAIT_MS;
      alive();
      for (const topic of byTopic.keys()) say({ type: "sub", topic, lastSeq: lastSeq.get(topic) ?? 0 });
    };
    socket.onmessage = (event) => hearFrame(String(event.data));
    socket.onclose = later;
  } catch (error) {
    // an installation without push answers 404: ask seldom
    if (error instanceof CallError && error.http === 404) wait = NO_PUSH_MS;
    later();
  }
}

/** Tries again, quietly and ever more slowly; the jitter keeps a thousand browsers from coming back in one second. */
function later(): void {
  clearTimeout(watchdog);
  clearTimeout(timer);
  socket = null;
  if (session() === null) return;
  timer = setTimeout(() => void connect(), wait + Math.random() * wait * 0.3);
  wait = wait === NO_PUSH_MS ? wait : Math.min(wait * 2, LONGEST_WAIT_MS);
}

onPush("hello", (frame) => learnServerTime(frame.serverTime ?? frame.data?.["serverTime"]));
onPush("msg", (frame) => typeof frame.data?.["unreadCount"] === "number" && usePulse.setState({ unread: frame.data["unreadCount"] }));
onPush("todo", (frame) => typeof frame.data?.["count"] === "number" && usePulse.setState({ todo: frame.data["count"] }));
onPush("perm", (frame) => learnVersions(frame.data?.["version"], undefined));
onPush("kick", (frame) => {
  const reason = frame.data?.["reason"];
  const kicked = reason === "KICKED";
  const msg = kicked
    ? sayNow(["账号已在其他地方登录", "You signed in elsewhere"])
    : sayNow(["登录已失效，请重新登录", "Session ended, please sign in again"]);
  endSession({ code: kicked ? "AUTH_KICKED" : "AUTH_EXPIRED", msg });
});

liveWith({
  begin(record) {
    callOff();
    clearTimeout(timer);
    wait = FIRST_WAIT_MS;
    if (stateOf(record) === "full") callOff = afterFirstPage(() => void connect());
  },
  end() {
    callOff();
    clearTimeout(timer);
    clearTimeout(watchdog);
    lastSeq.clear();
    if (socket !== null) {
      socket.onclose = null;
      socket.close();
      socket = null;
    }
  },
});
