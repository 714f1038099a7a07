import { CopyText } from "#kernel/web/block/CopyText.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Button, Modal } from "antd";
import { useMemo, useState } from "react";
import { oauthApp } from "./oauth.entity.ts";
import { AppPanel, type NewSecret } from "./parts/AppPanel.tsx";
import { RunsAs } from "./parts/RunsAs.tsx";

export const page = { route: "baseOauthAppList", title: ["开放应用", "OAuth apps"] };

/** Partner systems that call by themselves; a new secret is shown here once and never again. */
export default function OauthApps() {
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const slots = useMemo(
    () =>
      listSlots<typeof oauthApp>({
        fields: { runAsUserId: (model) => <RunsAs model={model} /> },
        rowTone: (row) => (row.status === "REVOKED" ? "muted" : null),
        sidePanel: (row, context) => <AppPanel key={String(row.id)} row={row} context={context} show={setSecret} />,
      }),
    [],
  );
  return (
    <Ground>
      <ListPage entity={oauthApp} slots={slots} />
      {secret ? <SecretOnce secret={secret} close={() => setSecret(null)} /> : null}
    </Ground>
  );
}

function SecretOnce({ secret, close }: { readonly secret: NewSecret; close(): void }) {
  const say = useText();
  const [taken, setTaken] = useState(false);
  return (
    <Modal
      open
      width={560}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={say([`${secret.appName} 的新密钥`, `New secret of ${secret.appName}`])}
      footer={
        <Button type="primary" onClick={close}>
          {taken ? say(["完成", "Done"]) : say(["我已保存", "I have saved it"])}
        </Button>
      }
    >
      <Stack>
        <Notice tone="warning">
          {say([
            "密钥只显示这一次，关闭后无法再查看，只能更换。",
            "Shown only once. It cannot be shown again after closing, only rotated.",
          ])}
        </Notice>
        <Labelled group label={say(["客户端编号", "Client id"])}>
          <CopyText text={secret.clientId} label={say(["客户端编号", "the client id"])} />
        </Labelled>
        <Labelled group label={say(["密钥", "Secret"])}>
          <CopyText text={secret.clientSecret} label={say(["密钥", "the secret"])} copied={() => setTaken(true)} />
        </Labelled>
        {secret.earlierValidHours > 0 ? (
          <Words size="small">
            {say([`旧密钥再有效 ${secret.earlierValidHours} 小时。`, `The old secret stays valid for ${secret.earlierValidHours} hours.`])}
          </Words>
        ) : null}
      </Stack>
    </Modal>
  );
}
