import { user } from "#kernel/platform/user.entity.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import { oauthApp } from "../oauth.entity.ts";

/** The account an app runs as: one that exists, or a new one nobody can sign in with. */
export function RunsAs({ model }: { readonly model: EditModel }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const [making, setMaking] = useState(false);
  const field = oauthApp.fields.runAsUserId;
  return (
    <>
      <RefInput field={field} fieldKey="runAsUserId" row={doc} label={say(field.label)} patch={(patch) => model.patch(patch)} />
      {model.viewer.may("btnAdd") ? (
        <Button type="link" size="small" onClick={() => setMaking(true)}>
          {say(["新建系统账号", "New system account"])}
        </Button>
      ) : null}
      {making ? <NewAccount model={model} close={() => setMaking(false)} /> : null}
    </>
  );
}

function NewAccount({ model, close }: { readonly model: EditModel; close(): void }) {
  const say = useText();
  const [userName, setUserName] = useState("");
  const [displayName, setDisplayName] = useState("");
  const { busy, error, run } = useWork();
  const make = (): Promise<void> =>
    run(async () => {
      const { document } = await entityCall.save(user, { userName, displayName, userType: "SYSTEM" });
      model.patch({ runAsUserId: document["id"], runAsUserCode: userName, runAsUserName: displayName });
      close();
    });
  return (
    <Modal
      open
      width={440}
      title={say(["新建系统账号", "New system account"])}
      okText={say(["建立", "Create"])}
      okButtonProps={{ loading: busy, disabled: userName === "" || displayName === "" }}
      cancelText={say(["取消", "Cancel"])}
      onOk={() => void make()}
      onCancel={close}
    >
      <p className="pg-dialog-text">
        {say([
          "没有人能用它登录。建立后到「用户职责」给它分配职责，应用的权限就是这些职责的权限。",
          "Nobody can sign in with it. Its responsibilities, granted under Users and responsibilities, define what the app can do.",
        ])}
      </p>
      <label className="ac-label">
        {say(["账号", "Account"])}
        <Input className="ac-gap" value={userName} autoCapitalize="none" onChange={(event) => setUserName(event.target.value.trim())} />
      </label>
      <label className="ac-label">
        {say(["姓名", "Name"])}
        <Input value={displayName} onChange={(event) => setDisplayName(event.target.value)} />
      </label>
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}
