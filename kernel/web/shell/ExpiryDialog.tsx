import { useEffect, useState } from "react";
import { serverNow } from "../clock.ts";
import { staySignedIn, usePulse } from "../heartbeat.ts";
import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { signOut, useSession } from "../session.ts";
import { Dialog } from "./Dialog.tsx";

/** Ten minutes before the end: a countdown and one press to stay. */
export function ExpiryDialog() {
  const ending = usePulse((pulse) => pulse.ending);
  const expiresAt = useSession((state) => state.record?.expiresAt ?? null);
  return ending && expiresAt !== null ? <Countdown until={expiresAt} /> : null;
}

function Countdown({ until }: { readonly until: number }) {
  const t = useText();
  const [left, setLeft] = useState(() => until - serverNow());
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - serverNow()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  const seconds = Math.max(0, Math.floor(left / 1000));
  const clock = `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  const stay = (): void => void staySignedIn().catch(toast.error);
  return (
    <Dialog
      title={t(["即将自动退出", "You will be signed out soon"])}
      onClose={stay}
      foot={
        <>
          <button type="button" className="s-btn" onClick={() => void signOut()}>
            {t(["退出", "Sign out"])}
          </button>
          <button type="button" className="s-btn" data-kind="primary" data-focus onClick={stay}>
            {t(["继续使用", "Stay signed in"])}
          </button>
        </>
      }
    >
      <p className="s-countdown" aria-live="off">
        {clock}
      </p>
      <p>
        {t([
          "您有一段时间没有操作。到时会自动退出，未保存的修改会留在本页，重新登录后还在。",
          "You have been inactive for a while and will be signed out. Unsaved changes are kept and restored after you sign in.",
        ])}
      </p>
    </Dialog>
  );
}
