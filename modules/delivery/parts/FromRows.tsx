import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { useEffect, useRef, type ReactNode } from "react";
import { textOf, type Start } from "./start.tsx";

interface Props {
  /** The call that lists what may be chosen, and the field that says how much of it. */
  readonly path: string;
  readonly most: "canShip" | "canNotice";
  readonly begin: Start;
  readonly children: ReactNode;
}

/** Asked for by schedules of an order, the page begins with what may still be done of them; otherwise it is the page itself. */
export function FromRows({ path, most, begin, children }: Props) {
  const say = useText();
  const tab = useTab();
  const asked = tab.query["rowIds"] ?? "";
  const isBegun = useRef(false);
  useEffect(() => {
    if (asked === "" || isBegun.current) return;
    isBegun.current = true;
    const wanted = new Set(asked.split(","));
    call<readonly Row[]>(`srmServer/v1/${path}`, {})
      .then(async ({ data }) => {
        const rows = data.filter((row) => wanted.has(textOf(row["orderDeliveryId"])));
        if (rows.length === 0) toast.info(["所选行目前没有可用数量", "Nothing is left of the selected lines"]);
        else await begin(rows.map((row) => ({ row, qty: textOf(row[most]) })));
      })
      .catch((error: unknown) => toast.error(error))
      .finally(() => tab.close());
  }, [asked, begin, most, path, tab]);
  return asked === "" ? children : <p className="pg-faint">{say(["正在准备…", "Getting ready…"])}</p>;
}
