import { useEffect, useRef, type ReactNode } from "react";
import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { useTab } from "../tabs.ts";
import { offeredRows, startFrom, type FromOf } from "./fromCalls.ts";

interface Props {
  readonly of: FromOf;
  readonly children: ReactNode;
}

/** The page of a document: asked for with rows of another (`rowIds`), it begins with what is left of them. */
export function BeginFrom({ of, children }: Props) {
  const say = useText();
  const tab = useTab();
  const asked = tab.query["rowIds"] ?? "";
  const isBegun = useRef(false);
  useEffect(() => {
    if (asked === "" || isBegun.current) return;
    isBegun.current = true;
    offeredRows(of, { ids: asked.split(",") }, null)
      .then(({ rows }) =>
        startFrom(
          of,
          rows.map((row) => ({ source: row["source"], id: row["id"], qty: row["left"] })),
        ),
      )
      .catch((error: unknown) => toast.error(error))
      .finally(() => tab.close());
  }, [asked, of, tab]);
  return asked === "" ? children : <p className="pg-faint">{say(["正在准备…", "Getting ready…"])}</p>;
}
