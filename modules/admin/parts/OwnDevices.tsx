import { Section } from "#kernel/web/block/Section.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Button } from "antd";
import { MonitorSmartphone } from "lucide-react";
import { ownCall } from "./own.tsx";

/** Where I am signed in; any other device can be sent away. */
export function OwnDevices() {
  const say = useText();
  const load = useLoad("ownSessions", async () => (await ownCall<readonly Row[]>("listOwnSessions")).data);
  const end = async (body: object, what: string): Promise<void> => {
    if (!(await confirm({ title: [`让${what}退出登录？`, `Sign out ${what}?`], confirm: ["退出", "Sign out"], danger: true }))) return;
    try {
      const { data } = await ownCall<{ count: number }>("endOwnSessions", body);
      toast.success([`已退出 ${data.count} 台设备`, `${data.count} devices signed out`]);
      load.again();
    } catch (error) {
      toast.error(error);
    }
  };
  const others = (load.data ?? []).filter((row) => row["current"] !== true).length;
  return (
    <Section
      title={say(["登录的设备", "Devices"])}
      tools={
        others > 0 ? (
          <Button size="small" onClick={() => void end({ others: true }, say([`其他 ${others} 台设备`, `the other ${others} devices`]))}>
            {say(["退出其他设备", "Sign out other devices"])}
          </Button>
        ) : null
      }
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(rows) => (
          <ItemList>
            {rows.map((row) => (
              <Item
                key={String(row["id"])}
                lead={<MonitorSmartphone size={16} aria-hidden />}
                title={
                  <>
                    {String(row["deviceName"])}{" "}
                    {row["current"] ? <span className="pg-pill pg-pill-on">{say(["本机", "This one"])}</span> : null}
                  </>
                }
                note={`${String(row["clientIp"])} · ${say(["最近活动", "active"])} ${String(row["lastActiveAt"]).slice(5, 16)}`}
                end={
                  row["current"] ? null : (
                    <Button size="small" onClick={() => void end({ ids: [row["id"]] }, String(row["deviceName"]))}>
                      {say(["退出", "Sign out"])}
                    </Button>
                  )
                }
              />
            ))}
          </ItemList>
        )}
      </PanelState>
    </Section>
  );
}
