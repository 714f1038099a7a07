import { create } from "zustand";
import { msOf } from "#kernel/time.ts";
import { call } from "./call.ts";
import { learnServerTime, readTime, serverNow } from "./clock.ts";
import { sayNow } from "./language.ts";
import { loadMenus } from "./menus.ts";
import { renewResources } from "./resources.ts";
import { stateOf } from "./session-record.ts";
import { endSession, liveWith, session, updateSession, useSession } from "./session.ts";
import { BEATING, hearSiblings, whisper } from "./siblings.ts";

const BEAT_MS = msOf({ hours: 1 });
const WARN_MS = 600_000;
const TICK_MS = 15_000;
const SLEPT_MS = 120_000;
const LAST = "srm.beat";

interface Beat {
  readonly serverTime?: string | number;
  readonly expiresAt?: string | number;
  readonly authorizationCode?: string;
  readonly permissionVersion?: number | string;
  readonly buildVersion?: string;
  readonly unreadCount?: number;
}

interface Pulse {
  /** the countdown dialog is up */
  readonly ending: boolean;
  /** the server runs a newer build than this page */
  readonly newBuild: boolean;
  readonly unread: number;
  readonly todo: number;
  readonly permissionVersion: string | null;
}

/** What heartbeat and push tell the shell. */
export const usePulse = create<Pulse>(() => ({ ending: false, newBuild: false, unread: 0, todo: 0, permissionVersion: null }));

let lastActive = serverNow();
let lastTold = 0;
let leader = false;
let stop: (() => void) | null = null;

function noteAction(): void {
  lastActive = serverNow();
  if (lastActive - lastTold < 30_000) return;
  lastTold = lastActive;
  whisper({ kind: "active", at: lastActive });
}

const lastBeat = (): number => Number(localStorage.getItem(LAST) ?? 0);
const noteBeat = (): void => localStorage.setItem(LAST, String(serverNow()));

/** Grants or build changed: menus and buttons are asked anew; a new build is only announced, never forced over unsaved work. */
export function learnVersions(permissionVersion: unknown, buildVersion: unknown): void {
  const pulse = usePulse.getState();
  if (permissionVersion !== undefined && permissionVersion !== null) {
    const version = String(permissionVersion);
    // The first one that is heard of says nothing about what was loaded before it: a change may be why it was told.
    if (pulse.permissionVersion !== version) {
      renewResources();
      void loadMenus();
    }
    usePulse.setState({ permissionVersion: version });
  }
  if (typeof buildVersion === "string" && buildVersion !== "") {
    const known = useSession.getState().version;
    if (known === null) useSession.setState({ version: buildVersion });
    else if (known !== buildVersion) usePulse.setState({ newBuild: true });
  }
}

/** One heartbeat: tells when somebody last acted, takes the rotated code, hands it to the other windows. */
export async function beat(): Promise<void> {
  noteBeat();
  const { data } = await call<Beat>("baseServer/baseLoginService/heartbeat", { lastActiveAt: new Date(lastActive).toISOString() });
  learnServerTime(data.serverTime);
  const expiresAt = readTime(data.expiresAt);
  updateSession({
    ...(data.authorizationCode ? { authorizationCode: data.authorizationCode } : {}),
    ...(expiresAt === null ? {} : { expiresAt }),
  });
  learnVersions(data.permissionVersion, data.buildVersion);
  if (typeof data.unreadCount === "number") usePulse.setState({ unread: data.unreadCount });
}

/** "Stay signed in": the press itself is an action. */
export async function staySignedIn(): Promise<void> {
  lastActive = serverNow();
  await beat();
  usePulse.setState({ ending: false });
}

function tick(slept: boolean): void {
  const record = session();
  if (record === null) return;
  const now = serverNow();
  const left = record.expiresAt - now;
  if (left <= 0)
    return endSession({
      code: "AUTH_EXPIRED",
      msg: sayNow(["您长时间没有操作，为了安全已退出", "You were signed out after a long time without activity"]),
    });
  const actedSince = lastActive > lastBeat();
  if (leader && (slept || now - lastBeat() >= BEAT_MS || (left <= WARN_MS && actedSince))) void beat().catch(() => undefined);
  usePulse.setState({ ending: left <= WARN_MS && !actedSince });
}

/** One window of the browser beats for all; where the browser has no locks, the shared time of the last beat decides. */
function elect(lock: string): () => void {
  leader = navigator.locks === undefined;
  if (leader) return () => void (leader = false);
  let release: (() => void) | undefined;
  const asked = new AbortController();
  navigator.locks
    .request(lock, { signal: asked.signal }, () => {
      leader = true;
      return new Promise<void>((resolve) => (release = resolve));
    })
    .catch(() => undefined);
  return () => {
    leader = false;
    asked.abort();
    release?.();
  };
}

liveWith({
  begin(record) {
    stop?.();
    if (serverNow() - lastBeat() > BEAT_MS) noteBeat();
    // only a full session is handed to other windows: one that is held back beats under a name nobody waits for
    const resign = elect(stateOf(record) === "full" ? BEATING : `${BEATING}.restricted`);
    let lastTick = serverNow();
    const timer = setInterval(() => {
      const slept = serverNow() - lastTick > SLEPT_MS;
      lastTick = serverNow();
      tick(slept);
    }, TICK_MS);
    for (const type of ["pointerdown", "keydown"] as const) window.addEventListener(type, noteAction, { passive: true, capture: true });
    stop = () => {
      clearInterval(timer);
      resign();
      for (const type of ["pointerdown", "keydown"] as const) window.removeEventListener(type, noteAction, { capture: true });
    };
  },
  end() {
    stop?.();
    stop = null;
    usePulse.setState({ ending: false, unread: 0, todo: 0, permissionVersion: null });
  },
});

hearSiblings((message) => {
  if (message.kind === "active") lastActive = Math.max(lastActive, message.at);
});
