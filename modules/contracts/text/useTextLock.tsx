import { toast } from "#kernel/web/message.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useEffect } from "react";
import { contract } from "../contract.entity.ts";
import type { TextPage } from "./page-calls.ts";

/** Well within the shortest time a lock may be set to last. */
const beat = 120_000;

/** Holds the lock of a text while its reader edits it, and gives it back when he leaves. */
export function useTextLock(text: TextPage, again: () => void) {
  const isMine = text.lock?.isMine ?? false;
  const act = (action: "doLockText" | "doUnlockText"): Promise<unknown> => entityCall.act(contract, action, { id: text.id as never });
  useEffect(() => {
    if (!isMine) return undefined;
    const timer = setInterval(() => void act("doLockText").catch(again), beat);
    return () => {
      clearInterval(timer);
      void act("doUnlockText").catch(() => undefined);
    };
    // the lock belongs to this contract, whatever else of the page is drawn anew
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMine, text.id]);
  const toggle = (): void =>
    void act(isMine ? "doUnlockText" : "doLockText").then(again, (error: unknown) => {
      toast.error(error);
      again();
    });
  return { isMine, toggle };
}
