import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Button, Input, Modal, Radio } from "antd";
import { Copy } from "lucide-react";
import { useState } from "react";
import { changeOwn, ownCall } from "./own.tsx";
import type { Own } from "./own.tsx";

interface Offer {
  readonly secret: string;
  readonly ticket: string;
  readonly uri: string;
}

type Kind = "TOTP" | "EMAIL" | "NONE";

/** Turns a second proof at sign-in on or off: an authenticator app, or a code by mail. */
export function SecondFactor({ own, close }: { readonly own: Own; close(): void }) {
  const say = useText();
  const [kind, setKind] = useState<Kind>(own.mfaType ?? (own.emailVerified === "Y" ? "EMAIL" : "TOTP"));
  const [code, setCode] = useState("");
  const { busy, error, run } = useWork();
  const offer = useLoad<Offer>(kind === "TOTP" && own.mfaType !== "TOTP" ? "totp" : "", async () =>
    kind === "TOTP" ? (await ownCall<Offer>("startOwnTotp")).data : { secret: "", ticket: "", uri: "" },
  );
  const unchanged = kind === (own.mfaType ?? "NONE");
  const save = (): Promise<void> =>
    run(async () => {
      await changeOwn(
        "saveOwnMfa",
        kind === "TOTP" ? { mfaType: "TOTP", ticket: offer.data?.ticket, code } : { mfaType: kind === "EMAIL" ? "EMAIL" : null },
      );
      toast.success(kind === "NONE" ? ["二次验证已关闭", "Second factor is off"] : ["二次验证已开启", "Second factor is on"]);
      close();
    });
  return (
    <Modal
      open
      width={460}
      title={say(["二次验证", "Second factor"])}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={unchanged || (kind === "TOTP" && !/^\d{6}$/.test(code))}
            onClick={() => void save()}
          >
            {say(["保存", "Save"])}
          </Button>
        </div>
      }
    >
      <p className="pg-dialog-text">{say(["登录时除密码外再证明一次是您本人。", "Prove once more at sign-in that it is you."])}</p>
      <Radio.Group
        className="pg-radio"
        value={kind}
        onChange={(event) => setKind(event.target.value as Kind)}
        options={[
          { value: "TOTP", label: say(["验证器应用的动态口令", "Code of an authenticator app"]) },
          {
            value: "EMAIL",
            disabled: own.emailVerified !== "Y",
            label:
              own.emailVerified === "Y"
                ? say([`邮件验证码，发到 ${own.email}`, `Code by mail to ${own.email}`])
                : say(["邮件验证码（请先绑定邮箱）", "Code by mail (bind an e-mail first)"]),
          },
          { value: "NONE", label: say(["不使用", "None"]) },
        ]}
      />
      {kind === "TOTP" && own.mfaType !== "TOTP" ? (
        <PanelState load={offer} empty="" isEmpty={() => false}>
          {(made) => <Totp offer={made} code={code} setCode={setCode} />}
        </PanelState>
      ) : null}
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}

function Totp({ offer, code, setCode }: { readonly offer: Offer; readonly code: string; setCode(code: string): void }) {
  const say = useText();
  return (
    <>
      <ol className="ad-totp">
        <li>
          {say(["在验证器应用中选择「手动输入密钥」，填入：", "In the app choose to enter a key by hand and type:"])}
          <p className="ad-secret">
            <code>{offer.secret.replace(/(.{4})/g, "$1 ").trim()}</code>
            <Button
              size="small"
              icon={<Copy size={13} />}
              onClick={() => void navigator.clipboard.writeText(offer.secret).then(() => toast.success(["已复制", "Copied"]))}
            >
              {say(["复制", "Copy"])}
            </Button>
          </p>
          <a href={offer.uri}>{say(["或在手机上直接打开验证器", "Or open the app on this phone"])}</a>
        </li>
        <li>
          <label htmlFor="totp-code">{say(["填写应用显示的六位口令", "Type the six digits it shows"])}</label>
          <Input
            id="totp-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ""))}
          />
        </li>
      </ol>
    </>
  );
}
