import { user } from "#kernel/platform/user.entity.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import { oauthApp } from "../oauth.entity.ts";

/** The account an app runs as: one that exists, or a new one nobody can sign in with. */
export function RunsAs({ model }: { readonly model: EditModel<typeof oauthApp> }) {
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

function NewAccount({ model, close }: { readonly model: EditModel<typeof oauthApp>; close(): void }) {
  const say = useText();
  const [userName, setUserName] = useState("");
  const [displayName, setDisplayName] = useState("");
  const { busy, error, run } = useWork();
  const make = (): Promise<void> =>
    run(async () => {
      const { document } = await entityCall.save(user, { userName, displayName, userType: "SYSTEM" });
      model.patch({ runAsUserId: document.id, runAsUserCode: userName, runAsUserName: displayName });
      close();
    });
  return (
    <AskDialog
      width={440}
      title={say(["新建系统账号", "New system account"])}
      press={["建立", "Create"]}
      busy={busy}
      ready={userName !== "" && displayName !== ""}
      errors={[error]}
      send={() => void make()}
      close={close}
    >
      <p className="pg-dialog-text">
        {say([
          "没有人能用它登录。建立后到「用户职责」给它分配职责，应用的权限就是这些职责的权限。",
          "Nobody can sign in with it. Its responsibilities, granted under Users and responsibilities, define what the app can do.",
        ])}
      </p>
      <Labelled label={say(["账号", "Account"])}>
        <Input value={userName} autoCapitalize="none" onChange={(event) => setUserName(event.target.value.trim())} />
      </Labelled>
      <Labelled label={say(["姓名", "Name"])}>
        <Input value={displayName} onChange={(event) => setDisplayName(event.target.value)} />
      </Labelled>
    </AskDialog>
  );
}
