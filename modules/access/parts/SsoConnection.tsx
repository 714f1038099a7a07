import { call } from "#kernel/web/call.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { CopyText } from "#kernel/web/block/CopyText.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { KeyRound, Radar } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { sso } from "../sso.entity.ts";

const endpoints = ["issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "end_session_endpoint"] as const;
/** Where the identity source sends people back to: the address of this installation. */
const callback = (): string => `${location.origin}/api/baseServer/baseLoginService/ssoCallback`;

/** How this installation and the identity source know each other: the address to register there, the secret, and what the source says of itself. */
export function SsoConnection({ model }: { readonly model: EditModel<typeof sso> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const [asking, setAsking] = useState(false);
  const { busy, error, run } = useWork();
  const id = base ? String(base.id) : null;
  const result = (base?.discoveryJson ?? null) as Readonly<Record<string, unknown>> | null;
  const discover = (): Promise<void> =>
    run(async () => {
      await call("baseServer/baseSsoService/discover", { id });
      tellChanged({ entity: model.entity.name, id: id! });
      toast.success(["已读取发现文档", "The discovery document was read"]);
    });
  return (
    <section className="pg-section" aria-label={say(["连接", "Connection"])}>
      <h3 className="pg-h3">{say(["连接", "Connection"])}</h3>
      <FactGrid
        lines
        facts={[
          {
            label: say(["回调地址", "Redirect address"]),
            value: <CopyText text={callback()} label={say(["回调地址", "the redirect address"])} />,
            note: say(["登记到身份源的客户端", "Register it with the client at the source"]),
          },
          id !== null && {
            label: say(["客户端密钥", "Client secret"]),
            value: (
              <Inline>
                {base?.secretSetAt
                  ? say([`已设置，${String(base.secretSetAt).slice(0, 16)}`, `Set, ${String(base.secretSetAt).slice(0, 16)}`])
                  : base?.clientSecretRef
                    ? say([`取环境变量 ${String(base.clientSecretRef)}`, `From the variable ${String(base.clientSecretRef)}`])
                    : say(["未设置，按公开客户端处理", "Not set: a public client"])}
                {model.viewer.may("btnSave") ? (
                  <Button size="small" icon={<KeyRound size={13} />} onClick={() => setAsking(true)}>
                    {say(["设置密钥", "Set secret"])}
                  </Button>
                ) : null}
              </Inline>
            ),
          },
          id !== null && {
            label: say(["发现文档", "Discovery"]),
            value: (
              <Inline>
                {model.viewer.may("btnTest") ? (
                  <Button size="small" icon={<Radar size={13} />} loading={busy} onClick={() => void discover()}>
                    {say(["读取", "Read"])}
                  </Button>
                ) : null}
                <span className="pg-faint">
                  {result ? String(base?.discoveredAt ?? "").slice(0, 16) : say(["还没有读取过", "Not read yet"])}
                </span>
              </Inline>
            ),
          },
          ...endpoints.map((key) => typeof result?.[key] === "string" && { key, label: key, value: <Words code>{result[key]}</Words> }),
        ]}
      />
      {id === null ? (
        <p className="pg-faint">{say(["保存后再设置密钥、读取发现文档和测试。", "Save first; then set the secret, discover and test."])}</p>
      ) : null}
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
      {asking && id ? <SecretDialog id={id} entity={model.entity.name} close={() => setAsking(false)} /> : null}
    </section>
  );
}

/** Writes the secret; nobody reads it again. */
function SecretDialog({ id, entity, close }: { readonly id: string; readonly entity: string; close(): void }) {
  const say = useText();
  const [secret, setSecret] = useState("");
  const { busy, error, run } = useWork();
  const send = (): Promise<void> =>
    run(async () => {
      await call("baseServer/baseSsoService/setSecret", { id, secret: secret === "" ? null : secret });
      tellChanged({ entity, id });
      close();
    });
  return (
    <AskDialog
      width={460}
      title={say(["客户端密钥", "Client secret"])}
      press={secret === "" ? ["清除密钥", "Clear it"] : ["保存", "Save"]}
      danger={secret === ""}
      busy={busy}
      errors={[error]}
      send={() => void send()}
      close={close}
    >
      <p className="pg-dialog-text">{say(["加密保存，之后不再显示。", "It is kept encrypted and never shown again."])}</p>
      <Input.Password
        autoComplete="new-password"
        aria-label={say(["客户端密钥", "Client secret"])}
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
    </AskDialog>
  );
}
