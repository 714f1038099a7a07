import { useEffect } from "react";
import { usePulse } from "./heartbeat.ts";
import { afterFirstPage } from "./opened.ts";
import { onPush } from "./push.ts";
import { onChanged } from "./router.ts";
import { useSession } from "./session.ts";
import { ask } from "./together.ts";

const POLL_MS = 60_000;
const SOON_MS = 400;

/** How many things wait for me, as the one list of to-dos counts them. */
export async function askTodos(): Promise<void> {
  const { data } = await ask<{ readonly total: number }>("baseServer/baseHomeService/countTodos");
  usePulse.setState({ todo: data.total });
}

/** Keeps the number at the menu true: at the beginning, with every minute, with every message, and after every change made here. */
export function useTodoCount(): void {
  const responsibilityId = useSession((state) => state.record?.currentResponsibility?.responsibilityId);
  useEffect(() => {
    if (responsibilityId === undefined) return undefined;
    const count = (): void => void (document.hidden || askTodos().catch(() => undefined));
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(waiting);
      waiting = setTimeout(count, SOON_MS);
    };
    const callOff = afterFirstPage(count);
    const timer = setInterval(count, POLL_MS);
    const stops = [onPush("msg", soon), onChanged(soon)];
    return () => {
      callOff();
      clearTimeout(waiting);
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [responsibilityId]);
}
