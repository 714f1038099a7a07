import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Button } from "antd";
import { CircleHelp, KeyRound, LockKeyhole, LogOut, MonitorSmartphone } from "lucide-react";
import type { Entity } from "#kernel/entity.ts";
import { UserResponsibilities } from "./UserResponsibilities.tsx";

export interface UserDialogs {
  reset(row: Row): void;
  explain(row: Row): void;
}

interface Props {
  readonly row: Row;
  readonly context: ListContext;
  readonly entity: Entity;
  readonly dialogs: UserDialogs;
}

type Account = Row & {
  readonly responsibilities?: readonly Row[];
  readonly sessions?: readonly Row[];
  readonly lockedUntil?: string | null;
};

/** One account beside the list: facts, lock, responsibilities, devices, and the keys to it. */
export function UserPanel({ row, context, entity, dialogs }: Props) {
  const say = useText();
  const { viewer } = context;
  const id = String(row["id"]);
  const load = useLoad<Account>(`account:${id}`, async () => (await call<Account>("baseServer/baseUsersService/findById", { id })).data);
  useChanged(user.name, load.again);
  const may = (button: string): boolean => viewer.may(button);
  return (
    <Stack>
      {load.data?.lockedUntil ? (
        <Notice tone="error" icon={LockKeyhole}>
          {say([
            `连续登录失败，锁定至 ${load.data.lockedUntil.slice(5, 16)}。`,
            `Locked until ${load.data.lockedUntil.slice(5, 16)} after failed sign-ins.`,
          ])}
        </Notice>
      ) : null}
      <Facts entity={entity} row={{ ...row, ...load.data }} audience={viewer.audience} most={9} />
      <Inline>
        {may("btnResetPwd") ? (
          <Button size="small" icon={<KeyRound size={13} />} onClick={() => dialogs.reset({ ...row, ...load.data })}>
            {say(["重置密码", "Reset password"])}
          </Button>
        ) : null}
        {may("btnExplain") ? (
          <Button size="small" icon={<CircleHelp size={13} />} onClick={() => dialogs.explain(row)}>
            {say(["权限解释", "Explain access"])}
          </Button>
        ) : null}
      </Inline>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(account) => (
          <>
            <UserResponsibilities user={account} rows={account.responsibilities ?? []} mayChange={may("btnResp")} again={load.again} />
            <Sessions
              rows={account.sessions ?? []}
              mayKick={may("btnKick")}
              name={String(row["displayName"] ?? row["userName"])}
              again={load.again}
            />
          </>
        )}
      </PanelState>
    </Stack>
  );
}

/** The devices an account is signed in on; ending one takes effect with its next request. */
function Sessions({
  rows,
  mayKick,
  name,
  again,
}: {
  readonly rows: readonly Row[];
  readonly mayKick: boolean;
  readonly name: string;
  again(): void;
}) {
  const say = useText();
  const kick = async (ids: readonly unknown[], what: string): Promise<void> => {
    if (
      !(await confirm({
        title: [`让${name}从${what}下线？`, `End the session of ${name} on ${what}?`],
        text: ["未保存的内容会留在对方的浏览器里，重新登录后可恢复。", "Unsaved work is kept in that browser and restored after sign-in."],
        confirm: ["强制下线", "End"],
        danger: true,
      }))
    )
      return;
    try {
      const { data } = await call<{ count: number }>("baseServer/v1/baseLoginSessionRestful/doKick", { ids });
      toast.success([`已结束 ${data.count} 个会话`, `${data.count} sessions ended`]);
      again();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section className="pc-section" aria-label={say(["会话与设备", "Sessions and devices"])}>
      <h3 className="pg-h3">
        {say(["会话与设备", "Sessions and devices"])} <span className="pg-count">{rows.length}</span>
        {mayKick && rows.length > 1 ? (
          <Button
            className="pg-h3-end"
            size="small"
            danger
            onClick={() =>
              void kick(
                rows.map((row) => row["id"]),
                say([`全部 ${rows.length} 台设备`, `all ${rows.length} devices`]),
              )
            }
          >
            {say(["全部下线", "End all"])}
          </Button>
        ) : null}
      </h3>
      {rows.length === 0 ? (
        <p className="pg-faint">{say(["现在没有登录。", "Not signed in now."])}</p>
      ) : (
        <ItemList>
          {rows.map((row) => (
            <Item
              key={String(row["id"])}
              lead={<MonitorSmartphone size={16} aria-hidden />}
              title={String(row["deviceName"])}
              note={`${String(row["clientIp"])} · ${say(["最近活动", "active"])} ${String(row["lastActiveAt"]).slice(5, 16)}`}
              end={
                mayKick ? (
                  <Button size="small" icon={<LogOut size={13} />} onClick={() => void kick([row["id"]], String(row["deviceName"]))}>
                    {say(["下线", "End"])}
                  </Button>
                ) : null
              }
            />
          ))}
        </ItemList>
      )}
    </section>
  );
}
