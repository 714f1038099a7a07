import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { frameOrigins, hear, originOf } from "../../iframe.ts";
import type { FrameMessage, IncomingType, OutgoingType } from "../../iframe.ts";
import { Refusal } from "../../refusal.ts";
import { sayNow, useLanguage } from "../language.ts";
import { toast } from "../message.ts";
import { pageOf } from "../pages.ts";
import { profileWhenKnown } from "../profile.ts";
import { closeCurrent, openPage, refresh } from "../router.ts";
import { findTab } from "../../tabs.ts";
import { tabs } from "../tabs.ts";

/** The origins that may be framed; null until the setting has arrived. */
export function useFrameOrigins(): readonly string[] | null {
  const [origins, setOrigins] = useState<readonly string[] | null>(null);
  useEffect(
    () =>
      void profileWhenKnown("IFRAME_ORIGINS").then((list) => setOrigins(frameOrigins(list).filter((origin) => origin !== location.origin))),
    [],
  );
  return origins;
}

export interface FrameTalk {
  readonly direction: "in" | "out";
  readonly type: string;
  readonly body: FrameMessage["body"];
  readonly note?: string;
}

interface FrameOptions {
  readonly url: string | null;
  readonly origins: readonly string[] | null;
  readonly menuId?: string | undefined;
  readonly tabKey: string;
  onTitle(title: string): void;
  onHeight(height: number): void;
  onTalk?(talk: FrameTalk): void;
}

/** Talks with an embedded page: allow-listed origins only, never the session's secrets, never to "*". */
export function useFrame(frame: RefObject<HTMLIFrameElement | null>, options: FrameOptions): void {
  const language = useLanguage((state) => state.language);
  const { url, origins, menuId, tabKey, onTitle, onHeight, onTalk } = options;
  const origin = url === null ? null : originOf(url);
  const allowed = origin !== null && origins?.includes(origin) === true;

  useEffect(() => {
    if (!allowed || origin === null) return;
    const send = (type: OutgoingType, body: FrameMessage["body"]): void => {
      frame.current?.contentWindow?.postMessage({ type, body }, origin);
      onTalk?.({ direction: "out", type, body });
    };
    const listen = (event: MessageEvent): void => {
      if (event.source !== frame.current?.contentWindow) return;
      try {
        const heard = hear(event.data, event.origin, origins ?? []);
        if (heard.kind === "ignored") {
          console.warn(`frame message ignored: ${heard.why}`);
          return onTalk?.({ direction: "in", type: "–", body: {}, note: heard.why });
        }
        onTalk?.({ direction: "in", type: heard.type, body: heard.body });
        if (heard.type === "READY")
          send("INIT", { language, theme: document.documentElement.dataset["theme"] ?? "light", menuId: menuId ?? "" });
        else obey(heard.type, heard.body, { tabKey, onTitle, onHeight });
      } catch (error) {
        const note = error instanceof Refusal ? `${error.code} ${sayNow(error.text)}` : String(error);
        onTalk?.({ direction: "in", type: "–", body: {}, note });
        console.warn(note);
      }
    };
    window.addEventListener("message", listen);
    send("LANGUAGE", { language });
    return () => window.removeEventListener("message", listen);
  }, [allowed, origin, origins, frame, language, menuId, tabKey, onTitle, onHeight, onTalk]);
}

type Obeyer = Pick<FrameOptions, "tabKey" | "onTitle" | "onHeight">;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Does what an embedded page may ask for; it opens only pages this product has. */
function obey(type: Exclude<IncomingType, "READY">, body: FrameMessage["body"], { tabKey, onTitle, onHeight }: Obeyer): void {
  switch (type) {
    case "RESIZE":
      return onHeight(Math.min(20_000, Math.max(200, Number(body["height"]) || 0)));
    case "TITLE":
      return onTitle(text(body["title"]));
    case "OPEN_TAB": {
      const path = text(body["path"]);
      const query = Object.fromEntries(Object.entries((body["query"] ?? {}) as object).map(([key, value]) => [key, String(value)]));
      if (pageOf(path) !== undefined) void openPage({ path, query, title: text(body["title"]) });
      return;
    }
    case "CLOSE_TAB":
      return void closeCurrent();
    case "REFRESH_PARENT": {
      const opener = findTab(tabs(), tabKey)?.opener;
      return void (opener && refresh(opener));
    }
    case "TOAST": {
      const level = text(body["level"]);
      const msg = text(body["msg"]).slice(0, 300);
      return level === "error"
        ? toast.error(new Error(msg))
        : level === "success"
          ? toast.success(msg)
          : level === "warning"
            ? toast.warning(msg)
            : toast.info(msg);
    }
  }
}
