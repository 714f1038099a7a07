import { Stack } from "#kernel/web/block/layout.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { NumberedList } from "#kernel/web/block/ItemList.tsx";
import { CopyText } from "#kernel/web/block/CopyText.tsx";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { QrCode } from "#kernel/web/part/QrCode.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Input, Radio } from "antd";
import { useState } from "react";
import { changeOwn, ownCall } from "./own.tsx";
import type { Own } from "./own.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SixDigits } from "./SixDigits.tsx";

interface Offer {
  readonly secret: string;
  readonly ticket: string;
  readonly uri: string;
}

type Kind = "TOTP" | "EMAIL" | "NONE";

/** Turns a second proof at sign-in on or off: an authenticator app, or a code by mail. What is on is turned off only with its own proof. */
export function SecondFactor({ own, close }: { readonly own: Own; close(): void }) {
  const say = useText();
  const [before] = useState(own.mfaType);
  const [kind, setKind] = useState<Kind>(before ?? "TOTP");
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { busy, error, run, clear } = useWork();
  const fresh = kind === "TOTP" && before !== "TOTP";
  const offer = useLoad<Offer>(fresh ? "totp" : "", async () =>
    fresh ? (await ownCall<Offer>("startOwnTotp")).data : { secret: "", ticket: "", uri: "" },
  );
  const unchanged = kind === (before ?? "NONE");
  const needsCode = fresh || (before === "TOTP" && !unchanged);
  const save = (): Promise<void> =>
    run(async () => {
      const asked = fresh
        ? { mfaType: "TOTP", ticket: offer.data?.ticket, code }
        : { mfaType: kind === "EMAIL" ? "EMAIL" : null, ...(needsCode ? { code } : {}) };
      const { recoveryCodes } = await changeOwn("saveOwnMfa", asked);
      toast.success(kind === "NONE" ? ["二次验证已关闭", "Second factor is off"] : ["二次验证已开启", "Second factor is on"]);
      if (recoveryCodes) setCodes(recoveryCodes);
      else close();
    });
  if (codes) return <RecoveryCodes codes={codes} close={close} />;
  return (
    <AskDialog
      title={say(["二次验证", "Second factor"])}
      width={520}
      press={["保存", "Save"]}
      busy={busy}
      ready={!unchanged && (!fresh || /^\d{6}$/.test(code)) && (!needsCode || code.length >= 6)}
      errors={[error]}
      send={() => void save()}
      close={close}
    >
      <p className="pg-dialog-text">
        {say(["登录时除密码外再证明一次是您本人。", "Confirm your identity at sign-in with a second step."])}
      </p>
      <Radio.Group
        className="pg-radio"
        value={kind}
        onChange={(event) => (setKind(event.target.value as Kind), setCode(""), clear())}
        options={[
          { value: "TOTP", label: say(["验证器应用的动态口令", "Code of an authenticator app"]) },
          {
            value: "EMAIL",
            disabled: own.emailVerified !== "Y",
            label:
              own.emailVerified === "Y"
                ? say([`邮件验证码，发到 ${own.email}`, `Code by e-mail to ${own.email}`])
                : say(["邮件验证码（请先绑定邮箱）", "Code by e-mail (add an e-mail first)"]),
          },
          { value: "NONE", label: say(["不使用", "None"]) },
        ]}
      />
      {fresh ? (
        <PanelState load={offer} empty="" isEmpty={() => false}>
          {(made) => <Totp offer={made} code={code} setCode={setCode} />}
        </PanelState>
      ) : needsCode ? (
        <Stack as="p" gap="xs">
          <label htmlFor="totp-proof">
            {say(["先证明是您本人：验证器的六位口令，或一个恢复码", "Confirm it is you: six digits from the app, or a recovery code"])}
          </label>
          <Input
            id="totp-proof"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value.trim())}
          />
        </Stack>
      ) : null}
    </AskDialog>
  );
}

function Totp({ offer, code, setCode }: { readonly offer: Offer; readonly code: string; setCode(code: string): void }) {
  const say = useText();
  return (
    <NumberedList
      items={[
        {
          title: (
            <Stack gap="s">
              <span>{say(["用验证器应用扫描二维码", "Scan this code with the authenticator app"])}</span>
              <QrCode text={offer.uri} label={say(["验证器二维码", "Code for the authenticator"])} />
              <p className="pg-hint">{say(["扫不了？手动输入密钥：", "Cannot scan it? Enter the key:"])}</p>
              <CopyText text={offer.secret.replace(/(.{4})/g, "$1 ").trim()} label={say(["密钥", "key"])} />
              <a href={offer.uri}>{say(["正用手机？直接打开验证器", "On your phone? Open the app"])}</a>
            </Stack>
          ),
        },
        {
          title: (
            <Labelled label={say(["填写应用显示的六位口令", "Enter the six digits it shows"])}>
              <SixDigits id="totp-code" value={code} change={setCode} />
            </Labelled>
          ),
        },
      ]}
    />
  );
}
