import { Inline } from "#kernel/web/block/layout.tsx";
import { CodeBlock } from "#kernel/web/block/CodeBlock.tsx";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { systemLog } from "#kernel/platform/log.entity.ts";
import { loginLog, sentMessage } from "#kernel/platform/session.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { Switch } from "antd";
import { useEffect, useRef, useState } from "react";
import { LoginFailures } from "./parts/LoginFailures.tsx";

export const page = { route: "log", title: ["登录与系统日志", "Login and system log"] };

const followMs = 3000;

/** Looks again every few seconds while it is switched on and shown. */
function Follow({ context }: { readonly context: ListContext }) {
  const say = useText();
  const [on, setOn] = useState(false);
  const reload = useRef(context.reload);
  reload.current = context.reload;
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => reload.current(), followMs);
    return () => clearInterval(timer);
  }, [on]);
  return (
    <Inline as="label">
      <Switch size="small" checked={on} onChange={setOn} aria-label={say(["持续跟踪", "Follow"])} />{" "}
      {say(["持续跟踪，每 3 秒更新", "Follow (refreshes every 3 seconds)"])}
    </Inline>
  );
}

/** Lists leave long texts out; the panel fetches the whole entry. */
function Entry({ entity, row, texts }: { readonly entity: Entity; readonly row: Row; readonly texts: readonly string[] }) {
  const say = useText();
  const load = useLoad(`${entity.name}:${String(row["id"])}`, () => entityCall.find(entity, String(row["id"])));
  return (
    <>
      <Facts entity={{ ...entity, list: (entity.list ?? []).filter((key) => !texts.includes(key)) }} row={row} audience="internal" />
      <div className="pg-block">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole) => (
            <>
              {texts
                .filter((key) => whole[key])
                .map((key) => (
                  <CodeBlock key={key} label={say(entity.fields[key]!.label)} value={whole[key]} />
                ))}
            </>
          )}
        </PanelState>
      </div>
    </>
  );
}

const bad = new Set(["BAD_CREDENTIAL", "LOCKED", "CAPTCHA", "DISABLED", "EXPIRED", "NO_RESP", "SSO_FAIL"]);

const loginSlots = listSlots({
  cells: {
    result: {
      alert: (row) =>
        bad.has(String(row["result"]))
          ? { level: row["result"] === "LOCKED" ? "error" : "warning", text: ["登录没有成功", "The sign-in failed"] }
          : null,
    },
  },
  sidePanel: (row) => <Entry entity={loginLog} row={row} texts={["userAgent", "certificate"]} />,
});
const systemSlots = listSlots({
  head: (context) => <Follow context={context} />,
  cells: {
    message: { width: 420 },
    level: {
      alert: (row) =>
        row["level"] === "ERROR"
          ? { level: "error", text: ["错误", "Error"] }
          : row["level"] === "WARN"
            ? { level: "warning", text: ["警告", "Warning"] }
            : null,
    },
  },
  sidePanel: (row) => <Entry entity={systemLog} row={row} texts={["message", "detail"]} />,
});
const sentSlots = listSlots({
  cells: { content: { width: 380 } },
  sidePanel: (row) => <Entry entity={sentMessage} row={row} texts={["subject", "content"]} />,
});

/** What came in, what the process said, what left the house. */
export default function LogPage() {
  return (
    <Ground>
      <TabbedLists
        label={["日志种类", "Log type"]}
        lists={[
          { key: "login", label: ["登录日志", "Login log"], draw: () => <ListPage entity={loginLog} slots={loginSlots} /> },
          { key: "failures", label: ["登录失败", "Failed sign-ins"], draw: () => <LoginFailures /> },
          { key: "system", label: ["系统日志", "System log"], draw: () => <ListPage entity={systemLog} list="log" slots={systemSlots} /> },
          { key: "sent", label: ["已发消息", "Sent messages"], draw: () => <ListPage entity={sentMessage} slots={sentSlots} /> },
        ]}
      />
    </Ground>
  );
}
